"""The floor: which tables are open and under what rules, the desk that changes it, who is connected."""
