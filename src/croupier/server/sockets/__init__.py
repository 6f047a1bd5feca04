"""The table socket: what goes over the wire, to whom, and what a client may send."""
