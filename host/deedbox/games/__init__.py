"""Games after they were played: what a box's journal tells, checked by playing it again."""
