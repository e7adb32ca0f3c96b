"""Games after they were played: read from a box's journal and checked by playing them again."""
