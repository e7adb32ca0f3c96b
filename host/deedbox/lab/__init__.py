"""The lab: many simulated games, to see what always holds and what a house rule does."""
