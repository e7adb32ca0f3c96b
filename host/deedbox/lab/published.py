"""What others have published, to hold the chain against."""

# Truman Collins: percent of rolls that end on each space, and in jail, for a player who leaves jail at once.
COLLINS_SHORT = (
    "3.0961 2.1314 1.8849 2.1624 2.3285 2.9631 2.2621 0.8650 2.3210 2.3003 "
    "2.2695 2.7017 2.6040 2.3721 2.4649 2.9200 2.7924 2.5945 2.9356 3.0852 "
    "2.8836 2.8358 1.0480 2.7357 3.1858 3.0659 2.7072 2.6789 2.8074 2.5861 "
    "0.0000 2.6774 2.6252 2.3661 2.5006 2.4326 0.8669 2.1864 2.1799 2.6260 3.9499"
).split()

# Where the fourth digit is another one, with ours. A chain written from the printed rules alone, without this
# engine, gives ours to twelve digits: 2.586049 and 3.949976.
LAST_DIGIT = {29: "2.5860", 40: "3.9500"}

# E. Friedman, S. Henderson, T. Byuen, G. Gutierrez: Estimating the probability that the game of Monopoly
# never ends, Winter Simulation Conference 2009. Two players; share of games that go on after so many rounds.
FRIEDMAN = {50: 0.971, 100: 0.592, 200: 0.182, 500: 0.128, 1000: 0.124}
# They do not bid, do not trade and roll once in a turn; the players are the profile `friedman`.
FRIEDMAN_RULES = {
    "auction_mode": "never",
    "deals_when": "none",
    "doubles_roll_again": False,
    "rent_claim": "auto",
}
