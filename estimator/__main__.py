"""``python -m estimator`` is the command ``commspec``."""

from estimator.cli.main import main

if __name__ == "__main__":
    main()
