"""`make words`: write the names of the words for the firmware."""

from deedbox.build.firmware import sources
from deedbox.words import names_module

path = sources()["banker/ui/words.py"]
path.write_text(names_module(), encoding="utf-8")
print(path)
