"""MinHash with LSH as Python's datasketch does it, for a machine where that cannot be installed.

Stands in for `MinHash(num_perm=128)` filled by `update_batch` and `MinHashLSH` of 8 bands with 16 rows
(what it chooses for a threshold of .85): SHA-1 of every shingle, its first four bytes; 128 permutations
(a*h + b) mod (2^61 - 1) & (2^32 - 1) on all of them at once in numpy; the least of each; one dictionary a
band, keyed by the bytes of its rows; every document is asked for before it is inserted.

usage: datasketch_equal.py FILE normal|raw OUT   (one document a line; JSON string a line where raw)
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


def hash32(shingle):
    return struct.unpack("<I", hashlib.sha1(shingle).digest()[:4])[0]


def signature(text):
    words = text.split(" ")
    shingles = {" ".join(words[n:n + WORDS]).encode() for n in range(max(1, len(words) - WORDS + 1))}
    hashes = np.array([hash32(one) for one in shingles], dtype=np.uint64).reshape(-1, 1)
    return np.minimum(FULL.copy(), (((hashes * A + B) % PRIME) & MOST).min(axis=0))


def band_keys(minima):
    return [bytes(minima[n * ROWS:(n + 1) * ROWS].byteswap().data) for n in range(BANDS)]


def main():
    file, kind, out = sys.argv[1:]
    lines = open(file, encoding="utf-8").read().split("\n")[:-1]
    texts = [json.loads(line) for line in lines] if kind == "raw" else lines
    tables = [{} for _ in range(BANDS)]
    found, kept = [], {}
    wall, cpu = time.perf_counter(), time.process_time()
    for number, text in enumerate(texts):
        minima = signature(normal(text) if kind == "raw" else text)
        candidates = set()
        for table, key in zip(tables, band_keys(minima)):
            candidates.update(table.get(key, ()))
        if candidates:
            found.append(number)
        if number in kept:
            raise ValueError("a number is given twice")
        keys = band_keys(minima)
        kept[number] = keys
        for table, key in zip(tables, keys):
            table.setdefault(key, set()).add(number)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    open(out, "w").write("\n".join(map(str, found)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"documents": len(texts), "wall": wall, "cpu": cpu, "peakMiB": peak / 1024}))


main()
