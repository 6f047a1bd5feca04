"""The house on the network: HTTP, sockets, sign-in, tables that run by themselves."""
