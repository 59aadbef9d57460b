"""Prints every figure beside its bound: `python -m benchmarks`."""

from benchmarks import card_art, cardtext, engine, pairing, records, site
from bos_tournament.launch import engine_build


def main() -> None:
    engine_build.start_compiled()
    for what, figure, bound in engine.figures():
        print(f"{what:66} {figure:10,.0f} /s   must reach {bound:9,.0f} /s", flush=True)
    for what, figure, bound in (*card_art.figures(), *cardtext.figures(), *pairing.figures(), *site.figures()):
        print(pairing.line(what, figure, bound), flush=True)
    for what, measure in records.figures():
        print(f"{what}: {measure}", flush=True)


if __name__ == "__main__":
    main()
