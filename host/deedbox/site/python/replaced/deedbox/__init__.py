"""`deedbox` in the page: its version is the site's."""

__version__ = open("/version.txt").read()
