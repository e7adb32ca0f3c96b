"""`make words`: write the names of the words for the firmware."""

from deedbox.build.firmware import source_files
from deedbox.words import names_module

path = source_files()["banker/ui/words.py"]
path.write_text(names_module(), encoding="utf-8")
print(path)
