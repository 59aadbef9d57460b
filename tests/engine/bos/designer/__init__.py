"""Abilities as designers would print them, each with small tables on which its meaning can be seen.

`red.jsonl`, `yellow.jsonl` and `blue.jsonl` were written by designers who had read five cards and the rules, before
the reader was extended for them; the 154 of `later.jsonl` by another one, when the three hundred were read, to see
whether the reader had only learnt those; the 80 of `third.jsonl` by a third one, after which nothing was extended; the
140 of `fourth.jsonl` by a fourth one, the 100 of `fifth.jsonl` by a fifth one, of which 51 were read at first.
They are never edited to fit the reader. Where a designer expected what the rules do not give, `corrections` holds the
mended expectation beside the rule that shows it; the sentence and what it is meant to say stay as they were.

One line is one ability: `id`, `on` (what it is printed on), `mandatory`, `text`, `means` (the intention in a sentence)
and a scene of `table` (the position; `THIS` is the card), `do` (what is done, in order) and `see` (what is then to be
seen); `more` holds further scenes. Anna is "you".
"""
