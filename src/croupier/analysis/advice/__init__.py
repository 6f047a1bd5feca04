"""Advice to one player at a practice table, and the process that works it out. Who asks whom:

    page -> GET /api/tables/{id}/advice   `server.api.advice`: from a player's view and options
         -> Adviser                       `adviser`: one question at a time, in a thread beside the event loop
         -> AdviceProcess                 `adviser`: the other end of a pipe, started again if it dies
         -> main()                        `answering`: questions in, answers out
         -> seat_for(rules)               `advising`: the mathematics of each game

The process starts when somebody first comes to a practice table and ends with the house.
"""
