"""MinHash with LSH by Python's datasketch; by a stand-in for it where it cannot be imported.

datasketch is used as its documentation shows: `MinHash.bulk(shingles of all documents, num_perm=128)`, or
document by document with `MinHash.generator`; then `MinHashLSH(threshold=0.85)`, each document asked for
before it is inserted. The stand-in does the same arithmetic as its source without its classes: SHA-1 of every
shingle, its first four bytes; 128 permutations (a*h + b) mod (2^61 - 1) & (2^32 - 1) on all of them at once
in numpy; the least of each; 8 bands of 16 rows, one dictionary a band, keyed by the bytes of its rows.

usage: datasketch_equal.py FILE normal|raw bulk|stream OUT   (one document a line; JSON string a line where raw)
Writes to OUT the numbers of the documents that have a candidate; prints figures as JSON.
"""

import hashlib
import json
import re
import resource
import struct
import sys
import time
import unicodedata

import numpy as np

try:
    import datasketch
    from datasketch import MinHash, MinHashLSH
except ImportError:
    datasketch = None

PERMUTATIONS, BANDS, ROWS, WORDS = 128, 8, 16, 5
PRIME, MOST = np.uint64((1 << 61) - 1), np.uint64((1 << 32) - 1)

chance = np.random.RandomState(1)
A = chance.randint(1, PRIME, PERMUTATIONS, dtype=np.uint64)
B = chance.randint(0, PRIME, PERMUTATIONS, dtype=np.uint64)
FULL = np.full(PERMUTATIONS, MOST, dtype=np.uint64)
WHITE = re.compile(r"\s+")
NO_WIDTH = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def normal(text):
    return WHITE.sub(" ", NO_WIDTH.sub("", unicodedata.normalize("NFKC", text))).strip()


def shingles(text):
    words = text.split(" ")
    return {" ".join(words[n:n + WORDS]).encode() for n in range(max(1, len(words) - WORDS + 1))}


def hash32(shingle):
    return struct.unpack("<I", hashlib.sha1(shingle).digest()[:4])[0]


def minima(of):
    hashes = np.array([hash32(one) for one in of], dtype=np.uint64).reshape(-1, 1)
    return np.minimum(FULL.copy(), (((hashes * A + B) % PRIME) & MOST).min(axis=0))


def band_keys(signature):
    return [bytes(signature[n * ROWS:(n + 1) * ROWS].byteswap().data) for n in range(BANDS)]


class StandIn:
    def __init__(self):
        self.tables = [{} for _ in range(BANDS)]
        self.kept = {}

    def query(self, signature):
        candidates = set()
        for table, key in zip(self.tables, band_keys(signature)):
            candidates.update(table.get(key, ()))
        return candidates

    def insert(self, number, signature):
        if number in self.kept:
            raise ValueError("a number is given twice")
        keys = self.kept[number] = band_keys(signature)
        for table, key in zip(self.tables, keys):
            table.setdefault(key, set()).add(number)


def main():
    file, kind, way, out = sys.argv[1:]
    lines = open(file, encoding="utf-8").read().split("\n")[:-1]
    texts = [json.loads(line) for line in lines] if kind == "raw" else lines
    del lines
    index = StandIn() if datasketch is None else MinHashLSH(threshold=0.85, num_perm=PERMUTATIONS)
    found = []
    wall, cpu = time.perf_counter(), time.process_time()
    sets = (shingles(normal(text) if kind == "raw" else text) for text in texts)
    if way == "bulk":
        sets = list(sets)
    if datasketch is not None:
        make = MinHash.bulk if way == "bulk" else MinHash.generator
        signatures = make(sets, num_perm=PERMUTATIONS)
    else:
        signatures = [minima(one) for one in sets] if way == "bulk" else map(minima, sets)
    for number, signature in enumerate(signatures):
        if index.query(signature):
            found.append(number)
        index.insert(number, signature)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    open(out, "w").write("\n".join(map(str, found)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    which = "stand-in" if datasketch is None else f"datasketch {datasketch.__version__}"
    figures = {"which": which, "documents": len(texts), "wall": wall, "cpu": cpu, "peakMiB": peak / 1024}
    print(json.dumps(figures))


main()
