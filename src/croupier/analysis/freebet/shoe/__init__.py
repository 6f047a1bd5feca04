"""What a shoe makes of hands: every hand there is, the dealer's ends, the fate of each hand against them."""
