"""python -m deedbox"""

import sys

from deedbox.cli import main

if __name__ == "__main__":
    sys.exit(main())
