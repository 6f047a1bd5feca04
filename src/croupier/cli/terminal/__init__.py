"""The table that `croupier play` draws in a terminal.

`session` runs the table in a thread of its own, where a person is a bot that waits for keys; `desk` is what
may be done now and what a key means; `layouts` draw a view on a `canvas`; `app` is the screen, with Textual.
All of it reads views and options: no game is known but by its layout, and no command by its name.
"""
