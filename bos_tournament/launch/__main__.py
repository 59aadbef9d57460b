"""`python -m bos_tournament.launch`: serve the site until told to stop. Exit status 1 with a sentence if it cannot."""

import os
import sys

from bos_tournament.launch import home, supervisor


def main() -> int:
    try:
        plan = supervisor.plan_of(dict(os.environ))
        home.make_home(plan.folder)
        note = f"process {os.getpid()}, {plan.public_url}"
        with home.lock(plan.folder, note), supervisor.open_port(plan) as line:
            supervisor.Supervisor(plan, line).run()
    except home.LaunchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
