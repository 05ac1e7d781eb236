"""`python -m sspdsl` is `ssp`."""

import sys

from sspdsl.cli.main import main

sys.exit(main())
