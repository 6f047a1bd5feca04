"""Odds and best play for players at practice tables. Who asks whom:

    page -> GET /api/tables/{id}/advice   `endpoint`: practice tables only, from the player's view and options
         -> Adviser                       `adviser`: one question at a time, in a thread beside the event loop
         -> AdviceProcess                 `adviser`: the other end of a pipe, started again if it dies
         -> main()                        `croupier.analysis.advice.answering`: questions in, answers out
         -> seat_for(rules)               `croupier.analysis.advice.advising`: the mathematics of each game

The process starts when somebody first comes to a practice table and ends with the house.
"""
