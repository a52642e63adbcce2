import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { diskArchive } from "../src/adapters/disk_archive.ts";
import type { Digest, InstantText, RunId } from "../src/model.ts";
import type { Snapshot } from "../src/snapshot.ts";
import { says } from "./support/bilingual.ts";

const RUN = "2026-12-01" as RunId;
const BODY = new TextEncoder().encode("<p>총 <strong>9,812</strong>건".repeat(50));

function snapshotOf(body: Uint8Array, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    url: "https://nedrug.mfds.go.kr/pbp/CCBAC03/getList?page=1",
    finalUrl: "https://nedrug.mfds.go.kr/pbp/CCBAC03/getList?page=1",
    status: 200,
    headers: { "content-type": "text/html;charset=UTF-8" },
    requestedAt: "2026-11-30T21:00:00.5Z" as InstantText,
    receivedAt: "2026-11-30T21:00:01Z" as InstantText,
    digest: createHash("sha256").update(body).digest("hex") as Digest,
    bytes: body.length,
    ...changes,
  };
}

const SNAPSHOT = snapshotOf(BODY);
const { digest: DIGEST } = SNAPSHOT;

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function names(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
}

Deno.test("put() stores a gzip body under its digest and a sidecar beside it", async () => {
  await withFolder(async (folder) => {
    await diskArchive(folder).put(RUN, SNAPSHOT, BODY);
    const sidecar = `${DIGEST}.20261130T210000.5Z.json`;
    assert.deepEqual(names(`${folder}/${RUN}`), [sidecar, `${DIGEST}.gz`].sort());
    const zipped = Deno.readFileSync(`${folder}/${RUN}/${DIGEST}.gz`);
    assert.deepEqual(new Uint8Array(gunzipSync(zipped)), BODY);
    assert.deepEqual(JSON.parse(Deno.readTextFileSync(`${folder}/${RUN}/${sidecar}`)), SNAPSHOT);
  });
});

Deno.test("body() returns what put() was given, an empty body too", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    for (const body of [BODY, new Uint8Array()]) {
      const snapshot = snapshotOf(body);
      await archive.put(RUN, snapshot, body);
      assert.deepEqual(new Uint8Array(await archive.body(RUN, snapshot.digest)), body);
    }
  });
});

Deno.test("put() gives equal files for equal bodies, with no time or system in them", async () => {
  await withFolder(async (folder) => {
    await diskArchive(folder).put(RUN, SNAPSHOT, BODY);
    await diskArchive(folder).put("2026-12-02" as RunId, SNAPSHOT, BODY);
    const [one, two] = [RUN, "2026-12-02"].map((run) =>
      Deno.readFileSync(`${folder}/${run}/${DIGEST}.gz`)
    );
    assert.deepEqual(one, two);
    // RFC 1952 section 2.3: bytes 4 to 7 are the time, byte 9 the system.
    assert.deepEqual([...one?.subarray(4, 8) ?? [], one?.[9]], [0, 0, 0, 0, 255]);
  });
});

Deno.test("put() does not write again what is there and right", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    await archive.put(RUN, SNAPSHOT, BODY);
    const before = names(`${folder}/${RUN}`).map((name) =>
      Deno.statSync(`${folder}/${RUN}/${name}`).ino
    );
    await archive.put(RUN, SNAPSHOT, BODY);
    await diskArchive(folder).put(RUN, SNAPSHOT, BODY);
    const after = names(`${folder}/${RUN}`).map((name) =>
      Deno.statSync(`${folder}/${RUN}/${name}`).ino
    );
    assert.deepEqual(after, before);
  });
});

Deno.test("put() keeps one body for many requests, and a sidecar for each", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    const later = snapshotOf(BODY, { requestedAt: "2026-11-30T21:00:03Z" as InstantText });
    const other = snapshotOf(BODY, { url: "https://nedrug.mfds.go.kr/robots.txt" });
    await Promise.all([SNAPSHOT, later, other].map((snapshot) => archive.put(RUN, snapshot, BODY)));
    await archive.put(RUN, other, BODY);
    const sidecars = names(`${folder}/${RUN}`).filter((name) => name.endsWith(".json"));
    const urls = sidecars.map((name) =>
      JSON.parse(Deno.readTextFileSync(`${folder}/${RUN}/${name}`)).url
    );
    assert.equal(sidecars.length, 3);
    assert.deepEqual(urls.sort(), [SNAPSHOT.url, later.url, other.url].sort());
    assert.equal(names(`${folder}/${RUN}`).length, 4);
  });
});

Deno.test("snapshots() gives every sidecar of a body, and says which cannot be read any more", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    const later = snapshotOf(BODY, { requestedAt: "2026-11-30T21:00:03Z" as InstantText });
    for (const snapshot of [SNAPSHOT, later]) await archive.put(RUN, snapshot, BODY);
    const other = new TextEncoder().encode("other");
    await archive.put(RUN, snapshotOf(other), other);
    const kept = await archive.snapshots(RUN, DIGEST);
    assert.deepEqual(kept.map(({ snapshot }) => snapshot), [SNAPSHOT, later]);
    const [first, second] = kept.map(({ path }) => `${folder}/${path}`);
    assert.ok(first && second);
    await Deno.truncate(first, 30);
    await Deno.writeTextFile(second, JSON.stringify(snapshotOf(other)));
    const damaged = await archive.snapshots(RUN, DIGEST);
    assert.deepEqual(damaged.map(({ snapshot }) => snapshot), [null, null]);
    assert.deepEqual(await archive.snapshots("2026-12-02" as RunId, DIGEST), []);
  });
});

Deno.test("body() refuses a file with a flipped byte, wherever it is", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    await archive.put(RUN, SNAPSHOT, BODY);
    const path = `${folder}/${RUN}/${DIGEST}.gz`;
    const whole = Deno.readFileSync(path);
    // Behind the header, whose bytes 4 to 9 say nothing about the body.
    for (let at = 10; at < whole.length; at += 7) {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      Deno.writeFileSync(path, damaged);
      await assert.rejects(archive.body(RUN, DIGEST), { name: "ArchiveFault" }, `byte ${at}`);
    }
  });
});

Deno.test("body() names the file and what to do when it is missing, cut, or another's", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    const path = `${folder}/${RUN}/${DIGEST}.gz`;
    const todo = "; restore this file from a backup of the data folder";
    const refused = (why: string) => says("ArchiveFault", `Cannot use "${path}": ${why}${todo}`);
    await assert.rejects(archive.body(RUN, DIGEST), refused("the file is missing"));
    await archive.put(RUN, SNAPSHOT, BODY);
    Deno.truncateSync(path, 40);
    const cut = "the file is damaged (unexpected end of file)";
    await assert.rejects(archive.body(RUN, DIGEST), refused(cut));
    const other = snapshotOf(new Uint8Array([1]));
    await archive.put(RUN, other, new Uint8Array([1]));
    Deno.copyFileSync(`${folder}/${RUN}/${other.digest}.gz`, path);
    const exchanged = "its bytes no longer have the digest in its name";
    await assert.rejects(archive.body(RUN, DIGEST), refused(exchanged));
  });
});

Deno.test("put() replaces a damaged body", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    await archive.put(RUN, SNAPSHOT, BODY);
    for (const size of [40, 0]) {
      Deno.truncateSync(`${folder}/${RUN}/${DIGEST}.gz`, size);
      await archive.put(RUN, SNAPSHOT, BODY);
      assert.deepEqual(new Uint8Array(await archive.body(RUN, DIGEST)), BODY);
    }
  });
});

Deno.test("put() refuses a body that is not the one its snapshot tells of", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    for (const snapshot of [snapshotOf(new Uint8Array()), snapshotOf(BODY, { bytes: 7 })]) {
      const words =
        `Cannot archive "${snapshot.url}": its bytes are not those its snapshot tells of`;
      await assert.rejects(archive.put(RUN, snapshot, BODY), says("ArchiveFault", words));
    }
    assert.deepEqual(names(`${folder}/${RUN}`), []);
  });
});

Deno.test("put() clears away what a crash left half-written, and body() never reads it", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/${RUN}`);
    const leftover = `${folder}/${RUN}/${DIGEST}.gz.1a2b3c4d.tmp`;
    await Deno.writeFile(leftover, new Uint8Array([0x1f, 0x8b]));
    const archive = diskArchive(folder);
    await assert.rejects(archive.body(RUN, DIGEST), { message: /the file is missing/ });
    await archive.put(RUN, SNAPSHOT, BODY);
    assert.equal(names(`${folder}/${RUN}`).length, 2);
  });
});

type Found = "whole" | "unfinished" | "absent";
const FOUND: readonly Found[] = ["whole", "unfinished", "absent"];

/** Puts a file into the state in which a crash may leave it. */
async function leave(path: string, found: Found): Promise<void> {
  if (found === "whole") return;
  const bytes = await Deno.readFile(path);
  await Deno.remove(path);
  if (found === "unfinished") await Deno.writeFile(`${path}.1a2b3c4d.tmp`, bytes.subarray(0, 20));
}

for (const body of FOUND) {
  for (const sidecar of FOUND) {
    Deno.test(`put() completes a body ${body} and a sidecar ${sidecar} after a crash`, async () => {
      await withFolder(async (folder) => {
        await diskArchive(folder).put(RUN, SNAPSHOT, BODY);
        const paths = {
          body: `${folder}/${RUN}/${DIGEST}.gz`,
          sidecar: `${folder}/${RUN}/${DIGEST}.20261130T210000.5Z.json`,
        };
        const whole = await contents(`${folder}/${RUN}`);
        await leave(paths.body, body);
        await leave(paths.sidecar, sidecar);

        const restarted = diskArchive(folder);
        if (body === "whole") {
          assert.deepEqual(new Uint8Array(await restarted.body(RUN, DIGEST)), BODY);
        } else {
          await assert.rejects(restarted.body(RUN, DIGEST), { message: /the file is missing/ });
        }
        await restarted.put(RUN, SNAPSHOT, BODY);
        assert.deepEqual(await contents(`${folder}/${RUN}`), whole);
      });
    });
  }
}

/** Every file of a folder with its bytes. */
async function contents(folder: string): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const name of names(folder)) found.set(name, await Deno.readFile(`${folder}/${name}`));
  return found;
}

Deno.test("put() makes the folder of a run again after it was lost", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    await archive.put(RUN, SNAPSHOT, BODY);
    await Deno.remove(`${folder}/${RUN}`, { recursive: true });
    await assert.rejects(archive.put(RUN, SNAPSHOT, BODY));
    await archive.put(RUN, SNAPSHOT, BODY);
    assert.equal(names(`${folder}/${RUN}`).length, 2);
  });
});

/** Puts page after page and says so on a line each, far longer than it takes to be killed. */
const BUSY = `
  const { diskArchive } = await import(Deno.args[0]);
  const { digestOf } = await import(Deno.args[1]);
  const archive = diskArchive(Deno.args[2]);
  for (let n = 0; n < 1000; n++) {
    const body = new TextEncoder().encode(("page " + n).repeat(5000));
    const at = "2026-11-30T21:00:00Z";
    const [url, digest] = ["https://register.example/" + n, digestOf(body)];
    const snapshot = { url, finalUrl: url, status: 200, headers: {}, requestedAt: at,
      receivedAt: at, digest, bytes: body.length };
    await archive.put("${RUN}", snapshot, body);
    console.log(digest);
  }
`;

/** Kills the program above after it said \`lines\` lines; returns these lines. */
async function killedAfter(lines: number, folder: string): Promise<Digest[]> {
  const [archive, digest] = ["adapters/disk_archive.ts", "digest.ts"].map((path) =>
    new URL(`../src/${path}`, import.meta.url).href
  ) as [string, string];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", BUSY, archive, digest, folder],
    stdout: "piped",
  }).spawn();
  let said = "";
  let killed = false;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (!killed && said.split("\n").length > lines) {
      child.kill("SIGKILL");
      killed = true;
    }
  }
  await child.status;
  return said.split("\n").slice(0, -1) as Digest[];
}

Deno.test("a kill at any moment leaves whole files, and both of every put that had ended", async () => {
  for (const lines of [1, 3, 6]) {
    await withFolder(async (folder) => {
      const done = await killedAfter(lines, folder);
      assert.ok(done.length >= lines);
      const archive = diskArchive(folder);
      const found = names(`${folder}/${RUN}`).filter((name) => !name.endsWith(".tmp"));
      for (const name of found.filter((name) => name.endsWith(".gz"))) {
        await archive.body(RUN, name.slice(0, -3) as Digest);
      }
      for (const name of found.filter((name) => name.endsWith(".json"))) {
        assert.ok(
          name.startsWith(JSON.parse(Deno.readTextFileSync(`${folder}/${RUN}/${name}`)).digest),
        );
      }
      for (const digest of done) {
        assert.equal(found.filter((name) => name.startsWith(digest)).length, 2, digest);
      }
    });
  }
});

Deno.test("no run and no digest leads out of the archive", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(folder);
    for (const run of ["..", "../2026-12-01", "2026-12-01/..", "", "/etc"] as RunId[]) {
      await assert.rejects(archive.body(run, DIGEST), RangeError, run);
      await assert.rejects(archive.put(run, SNAPSHOT, BODY), RangeError, run);
    }
    for (const digest of ["../x", DIGEST.toUpperCase(), `${DIGEST}/`, ""] as Digest[]) {
      await assert.rejects(archive.body(RUN, digest), RangeError, digest);
    }
    const odd = snapshotOf(BODY, { requestedAt: "../../x" as InstantText });
    await assert.rejects(archive.put(RUN, odd, BODY), RangeError);
  });
});

Deno.test("put() tries again after a folder could not be made", async () => {
  await withFolder(async (folder) => {
    const archive = diskArchive(`${folder}/raw`);
    await Deno.writeTextFile(`${folder}/raw`, "in the way");
    await assert.rejects(archive.put(RUN, SNAPSHOT, BODY), { name: "StoreFault" });
    await Deno.remove(`${folder}/raw`);
    await archive.put(RUN, SNAPSHOT, BODY);
    assert.deepEqual(new Uint8Array(await archive.body(RUN, DIGEST)), BODY);
  });
});
