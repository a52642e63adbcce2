/**
 * Proving the archive: every body has its digest, and holds what the log says stands in it.
 *
 * Members come one by one from whoever knows the disk, so that no more than one body is in memory.
 *
 * @module
 */

import { decode } from "../decode.ts";
import { fold } from "../normalize.ts";
import type { Sentence } from "../refusal.ts";
import type { Finding, Findings } from "./finding.ts";
import type { Need, NeededRow, Needs } from "./needs.ts";
import { isObject } from "./reading.ts";
import { rowSource } from "./row_source.ts";
import { visibleText } from "../visible_text.ts";

/** One archived body with its sidecars, or what lies in the archive and is neither. */
export type ArchiveMember =
  | {
    readonly kind: "body";
    readonly path: string;
    readonly run: string;
    readonly digest: string;
    /** The body, its digest proven, or what is wrong with its file. */
    read(): Promise<Uint8Array | Sentence>;
    readonly sidecars: readonly Sidecar[];
  }
  | { readonly kind: "stray"; readonly path: string };

/** A sidecar as it lies there. */
export interface Sidecar {
  readonly path: string;
  text(): Promise<string>;
}

/** What was looked at. */
export interface ArchiveTally {
  readonly bodies: number;
  /** Bodies that no entry and no checkpoint points to: robots.txt, terms, refused runs. */
  readonly unpointed: number;
  /** Bodies that retention dropped, as their sidecars say. */
  readonly pruned: number;
}

/** Proves all members, and that no needed one is absent. */
export async function proveArchive(
  members: AsyncIterable<ArchiveMember>,
  needs: Needs,
  findings: Findings,
): Promise<ArchiveTally> {
  let bodies = 0;
  let unpointed = 0;
  let pruned = 0;
  for await (const member of members) {
    if (member.kind === "stray") {
      findings.add({ kind: "leftover-files", at: member.path });
      continue;
    }
    const need = needs.take(member.run, member.digest);
    const body = await member.read();
    const { contentType, prunedAt } = await proveSidecars(member, need, findings);
    if (!need && prunedAt !== null && body === ABSENT) {
      pruned += 1;
      continue;
    }
    bodies += 1;
    if (!need) unpointed += 1;
    if (!(body instanceof Uint8Array)) {
      // Without its body a sidecar alone proves nothing and harms nothing.
      if (need?.undecided) findings.add(lostPage(need, body));
      else if (body !== ABSENT) {
        findings.add({ kind: "body-damaged", at: member.path, fault: body });
      } else if (need) {
        const found = prunedAt === null ? {} : { found: prunedAt };
        findings.add({ kind: "body-missing", at: member.path, ...found });
      }
      continue;
    }
    if (need) proveRows(need, body, contentType, findings);
  }
  for (const need of needs.rest()) {
    const missing = { kind: "body-missing", at: pathOf(need) } as const;
    findings.add(need.undecided ? lostPage(need, ABSENT) : missing);
  }
  return { bodies, unpointed, pruned };
}

/** What a member says whose body is not there. */
export const ABSENT: Sentence = { ko: "파일이 없습니다", en: "the file is missing" };

function pathOf({ run, digest }: Need): string {
  return `raw/${run}/${digest}.gz`;
}

/** A refused list can be accepted only while all of its pages can be read. */
function lostPage(need: Need, fault: Sentence): Finding {
  return { kind: "undecided-page-lost", at: pathOf(need), found: need.run, fault };
}

/** Reads the sidecars of a body: which `Content-Type` one names, and whether retention dropped it. */
async function proveSidecars(
  member: ArchiveMember & { kind: "body" },
  need: Need | null,
  findings: Findings,
): Promise<{ readonly contentType: string | null; readonly prunedAt: string | null }> {
  let contentType: string | null = null;
  let prunedAt: string | null = null;
  for (const { path, text } of member.sidecars) {
    const snapshot = parse(await text());
    if (
      !isObject(snapshot) || snapshot.digest !== member.digest || !isObject(snapshot.headers) ||
      typeof snapshot.url !== "string"
    ) {
      findings.add({ kind: "sidecar-damaged", at: path });
      continue;
    }
    contentType ??= snapshot.headers["content-type"] as string | undefined ?? null;
    if (typeof snapshot.pruned === "string") prunedAt ??= snapshot.pruned;
  }
  if (need && member.sidecars.length === 0) {
    findings.add({ kind: "sidecar-missing", at: member.path });
  }
  return { contentType, prunedAt };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Each row must lie inside the body, and its bytes must name the record. */
function proveRows(
  { rows }: Need,
  body: Uint8Array,
  contentType: string | null,
  findings: Findings,
): void {
  if (rows.length === 0) return;
  const decoded = decode(body, contentType);
  const charset = decoded.kind === "decoded" ? decoded.charset : "utf-8";
  // Rows of a workbook all have the whole of it for evidence.
  const sources = new Map<string, string>();
  const sourceOf = (start: number, end: number) => {
    const place = `${start}–${end}`;
    const source = sources.get(place) ?? rowSource(body.subarray(start, end), charset);
    sources.set(place, source);
    return source;
  };
  for (const row of rows) {
    const { at, start, end } = row;
    if (start >= end || end > body.length) {
      const [expected, found] = [`${body.length}`, `${start}–${end}`];
      findings.add({ kind: "evidence-outside", at, expected, found });
    } else if (!names(row, sourceOf(start, end))) {
      findings.add({ kind: "evidence-differs", at, expected: row.texts[0] ?? "" });
    }
  }
}

/** Whether a row's source shows one of the texts, or carries it where a cell is cut short. */
function names({ texts }: NeededRow, source: string): boolean {
  if (texts.length === 0) return true;
  const wanted = texts.map(fold);
  const isIn = (text: string) => wanted.some((one) => fold(text).includes(one));
  // Parsing costs more than a look, and is needed only where markup or entities divide the text.
  return isIn(source) || isIn(visibleText(source));
}
