# mypy: ignore-errors
from binascii import crc32  # noqa: F401
