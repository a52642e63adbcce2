/**
 * What a visit says about a page: whether its text can be taken, and what its validators are worth.
 *
 * Soft failures come first: a consent page must teach the validators nothing. The rules themselves are
 * in `decay.ts` and `validators.ts`.
 *
 * @module
 */

import type { Digest, InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import type { SeenEntry } from "./corpus_record.ts";
import { judgeDecay } from "./decay.ts";
import { DECAY_POLICY, type DecayState } from "./decay_state.ts";
import type { GivenDocument } from "./given_document.ts";
import { type HostView, MARK } from "./host_texts.ts";
import {
  conditionalRequest,
  type KnownVisit,
  readVisit,
  VALIDATOR_POLICY,
  type Visit,
} from "./validators.ts";

/** What became of a visit. */
export interface Judged {
  /** `text`: the text that came can be taken. */
  readonly answer: "text" | "not-modified" | "ask-again" | "lost" | "failed";
  readonly visit: KnownVisit | null;
  readonly decay: DecayState;
  readonly why: Sentence;
  /** Of a text that came and is not the last good one. */
  readonly mark: string | null;
}

/** The text of a visit as it is compared. */
export interface VisitedText {
  readonly normal: string;
  readonly hash: Digest;
}

/** Judges visits. */
export interface Judge {
  /** Whether the host's other pages are of any interest to it. */
  readonly looksAtHosts: boolean;
  /** `past` is the last entry on the page, `null` where it is new. */
  visit(
    past: SeenEntry | null,
    document: GivenDocument,
    text: VisitedText | null,
    at: InstantText,
    host: HostView | null,
  ): Judged;
  /** A file that was not read: it is unchanged, cannot be read, or is gone from its folder. */
  passed(past: DecayState, look: "again" | "failed" | "vanished", at: InstantText): DecayState;
}

const UNASKED: Sentence = {
  ko: "304이지만 조건을 보내지 않았습니다.",
  en: "It is a 304 to a request without a condition",
};

/** Judges by decay first, then by validators. */
export const judgeVisits: Judge = {
  looksAtHosts: true,
  visit(past, document, text, at, host) {
    const now = Temporal.Instant.from(at);
    const request = requestOf(past?.visit ?? null, document, now);
    const read = (contentHash: string | null): Visit =>
      readVisit(past?.visit ?? null, request, {
        status: document.status,
        headers: document.headers,
        receivedAt: now,
        contentHash,
      });
    const answered = document.status === 304 ? read(null) : null;
    const notModified = answered?.kind === "not-modified";
    const { state, takeText, why } = judgeDecay(
      past?.decay ?? null,
      {
        url: document.key,
        finalUrl: document.finalUrl ?? document.key,
        status: document.status === 0 ? null : document.status,
        text: text?.normal ?? null,
        title: document.title,
        fetchedAt: now,
        notModified,
      },
      host,
      DECAY_POLICY,
    );
    if (answered !== null && !notModified) {
      // It proves nothing, neither for the document nor against it.
      const why = answered.kind === "ask-again" || answered.kind === "no-answer"
        ? answered.why
        : UNASKED;
      return {
        answer: "ask-again",
        visit: answered.known,
        decay: past?.decay ?? state,
        why,
        mark: null,
      };
    }
    const visit = (answered ?? read(takeText && text !== null ? text.hash : null)).known;
    const mark = markOf(past, document, text);
    return { answer: answerOf(state, notModified, takeText), visit, decay: state, why, mark };
  },
  passed(past, look, at) {
    switch (look) {
      case "again":
        return { ...past, lastVerifiedAt: at };
      case "failed":
        return { ...past, failedInARow: past.failedInARow + 1 };
      case "vanished":
        return {
          ...past,
          verdict: "gone",
          since: at,
          reason: { kind: "status", status: 410, times: 1 },
        };
    }
  },
};

function markOf(past: SeenEntry | null, { status }: GivenDocument, text: VisitedText | null) {
  if (text === null || status < 200 || status > 299) return null;
  const mark = text.hash.slice(0, MARK);
  return past === null || past.decay.text === null || past.decay.text === mark ? null : mark;
}

function answerOf(state: DecayState, notModified: boolean, takeText: boolean): Judged["answer"] {
  if (notModified) return "not-modified";
  if (takeText) return "text";
  return state.verdict === "gone" || state.verdict === "decayed" ? "lost" : "failed";
}

/** What was asked: as the fetcher says, otherwise as it should have been. */
function requestOf(known: KnownVisit | null, { asked }: GivenDocument, now: Temporal.Instant) {
  const request = conditionalRequest(known, now, VALIDATOR_POLICY);
  if (asked === null) return request;
  const headers: Record<string, string> = {};
  for (const name of ["If-None-Match", "If-Modified-Since"]) {
    const value = asked[name.toLowerCase()];
    if (value !== undefined) headers[name] = value;
  }
  return { ...request, headers };
}
