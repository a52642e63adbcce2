"""For every document the best exact Jaccard likeness to one before it, by no code of the product.

Shingles are strings with numbers from a dictionary; the shared ones of all pairs come from one sparse
matrix product. usage: exact_pairs.py FILE WORDS OUT   (one normal document a line)
Writes to OUT one line a document: the likeness, 0 where it shares nothing with one before.
"""

import sys

import numpy as np
from scipy.sparse import csr_matrix

STEP = 2_000


def main():
    file, size, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    texts = open(file, encoding="utf-8").read().split("\n")[:-1]
    numbers, columns, starts = {}, [], [0]
    for text in texts:
        words = text.split(" ")
        shingles = {tuple(words[n:n + size]) for n in range(max(1, len(words) - size + 1))}
        columns.extend(numbers.setdefault(one, len(numbers)) for one in shingles)
        starts.append(len(columns))
    sizes = np.diff(starts)
    has = csr_matrix((np.ones(len(columns), np.int32), columns, starts), (len(texts), len(numbers)))
    turned = has.T.tocsr()
    best = np.zeros(len(texts))
    for first in range(0, len(texts), STEP):
        shared = (has[first:first + STEP] @ turned).tocoo()
        rows, others = shared.row + first, shared.col
        before = others < rows
        rows, others, both = rows[before], others[before], shared.data[before]
        likeness = both / (sizes[rows] + sizes[others] - both)
        np.maximum.at(best, rows, likeness)
    np.savetxt(out, best, "%.17g")


main()
