"""``python -m goldrush`` is ``goldrush``."""

from goldrush.cli import main

main()
