"""Style sheets one declaration a line: `python -m bos_tournament.launch.style_sheets` writes them so.

With --check it writes nothing, names the sheets that it would write otherwise, and exits with 1 if there is one.
"""

import sys

import cssbeautifier

from bos_tournament.launch import home

FOLDER = home.CHECKOUT / "bos_tournament" / "static"


def formatted(sheet: str) -> str:
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.newline_between_rules = True
    options.space_around_combinator = True
    return str(cssbeautifier.beautify(sheet, options))


def main(arguments: list[str]) -> int:
    unlike = [path for path in sorted(FOLDER.glob("*.css")) if formatted(path.read_text()) != path.read_text()]
    for path in unlike:
        print(path.relative_to(home.CHECKOUT))
        if "--check" not in arguments:
            path.write_text(formatted(path.read_text()))
    return int("--check" in arguments and bool(unlike))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
