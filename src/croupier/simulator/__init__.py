"""The whole house in one process, under a time, a chance, a disk and a network of its own.

One seed gives one history, byte for byte. `run` plays a `Plan`, `shrink` makes a plan that broke something as
short as it can be. docs/house.md says what is simulated and what is checked.
"""
