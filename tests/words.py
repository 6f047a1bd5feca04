"""The catalogues of the house brought up to date with what it can say: `make words`.

python -m tests.words
"""

from croupier.cli.extracting import files, of_the_house
from croupier.languages import FOLDER

if __name__ == "__main__":
    for path, body in files(of_the_house(), FOLDER):
        path.write_bytes(body)
