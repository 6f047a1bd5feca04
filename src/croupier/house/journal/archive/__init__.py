"""Old months in files of their own beside a SQLite store, read as if they were in it.

`months` says what the live store knows of each file, `files` reads them, `packing` makes them small, `moving`
fills them. The live store lets go of a month and takes note of its file in one transaction, which ends after
the file is whole and on disk: so each entry is counted once, at every moment, whatever happens to the power.
"""
