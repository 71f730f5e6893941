"""Writes the question in words with its source and recording, for whoever plays it by hand.

Run from the repository's root as `python -m tests.examples.netflix_risks SHARED FOLDER`. The
recording quotes a filing that is not in the repository, so it is made where the filing is.
"""

import sys
from pathlib import Path

from tests.examples.test_netflix_risks import story
from tests.orchestrator.story import told

if __name__ == "__main__":
    _ = told(story(Path(sys.argv[1])), Path(sys.argv[2]))
