"""`make words`: write the names of the words for the firmware."""

from deedbox.build.firmware import source_files
from deedbox.files import write_file
from deedbox.words import names_module

path = source_files()["banker/ui/words.py"]
write_file(path, names_module())
print(path)
