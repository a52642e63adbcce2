/**
 * Conditional requests: which validators to send for a known document, and what an answer proves.
 *
 * RFC 9110, sections 8.8 and 13. A 304 saves a body, and it is believed only as far as the validator
 * behind it has earned that: it never proves anything for ever, because after some of them in a row
 * a control fetch without a condition looks at the body itself. What the bodies show of a validator
 * is weighed in `validator_evidence.ts`, said in `validator_words.ts`. Whether a body is the document
 * at all, and no consent page, is decided before in `decay.ts`.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import {
  counted,
  type Evidence,
  type EvidenceBounds,
  NO_EVIDENCE,
  type Standing,
  standingOf,
} from "./validator_evidence.ts";
import { isLater, isTagOf, type Validators, validatorsOf } from "./validator_fields.ts";
import {
  noteOn,
  REQUEST_WORDS,
  standingWords,
  UNASKED_304,
  unbelievable,
} from "./validator_words.ts";

/** What is kept of the visits to one URL; plain JSON. */
export interface KnownVisit extends Validators {
  /** When a body last arrived. */
  readonly fetchedAt: InstantText;
  /** When the content was last known to stand: by a body, or by a 304 that is believed. */
  readonly lastVerifiedAt: InstantText;
  /** Of what the caller calls content; hexadecimal. */
  readonly contentHash: string;
  readonly firstSeen: InstantText;
  /** When `contentHash` was first seen. */
  readonly lastChanged: InstantText;
  readonly trust: Trust;
}

/** Evidence on both validators, and the answers of 304 since the last body; plain JSON. */
export interface Trust {
  readonly etag: Evidence;
  readonly lastModified: Evidence;
  readonly notModified: number;
  readonly notModifiedBy: Validator | null;
}

/** The two validators HTTP has. */
export type Validator = "etag" | "lastModified";

/** When a 304 is not enough. */
export interface ValidatorPolicy extends EvidenceBounds {
  /** Answers of 304 in a row, after which the body itself is looked at. */
  readonly controlAfter304s: number;
  /** Days since the last body, after which it is looked at again. */
  readonly controlAfterDays: number;
  /** Seconds between a 304 and a body with another content in which nobody believes in a change. */
  readonly sameMomentSeconds: number;
}

/** Six answers of 304 and then a look, or a week: as for the pages of the register. */
export const VALIDATOR_POLICY: ValidatorPolicy = {
  controlAfter304s: 6,
  controlAfterDays: 7,
  sameMomentSeconds: 60,
  uselessFrom: 3,
  honestAfterMiss: 3,
  hiddenFrom: 3,
};

/** The conditions of a request, or why there are none. */
export interface ConditionalRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: "first" | "conditional" | "control" | "no-validator" | "distrusted";
  readonly why: Sentence;
}

/** An answer as far as validators go. */
export interface Answer {
  readonly status: number;
  /** Names in small letters; `etag`, `last-modified` and `date` are read. */
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Temporal.Instant;
  /** Of the body of a 200; `null` where the answer has no body that counts. */
  readonly contentHash: string | null;
}

/** What an answer means for a document. */
export type Visit =
  /** A body arrived. */
  | {
    readonly kind: "new" | "changed" | "unchanged";
    readonly known: KnownVisit;
    readonly notes: readonly Sentence[];
  }
  /** A 304 that is believed. */
  | {
    readonly kind: "not-modified";
    readonly known: KnownVisit;
    readonly notes: readonly Sentence[];
  }
  /** A 304 that contradicts itself: to be asked again at once, without a condition. */
  | { readonly kind: "ask-again"; readonly known: KnownVisit; readonly why: Sentence }
  /** Nothing to learn from: validators and dates are as they were. */
  | { readonly kind: "no-answer"; readonly known: KnownVisit | null; readonly why: Sentence };

/** What to send for a document. Both validators where both are trusted, as section 13.1.3 says. */
export function conditionalRequest(
  known: KnownVisit | null,
  now: Temporal.Instant,
  policy: ValidatorPolicy,
): ConditionalRequest {
  if (known === null) return unconditional("first");
  if (isControlDue(known, now, policy)) return unconditional("control");
  if (known.etag === null && known.lastModified === null) return unconditional("no-validator");
  const headers: Record<string, string> = {};
  if (known.etag !== null && isSent("etag", known, policy)) headers["If-None-Match"] = known.etag;
  if (
    known.lastModified !== null && known.lastModifiedStrong && isSent("lastModified", known, policy)
  ) {
    headers["If-Modified-Since"] = known.lastModified;
  }
  if (Object.keys(headers).length === 0) return unconditional("distrusted");
  return { headers, reason: "conditional", why: REQUEST_WORDS.conditional };
}

/** Reads the answer to a request; never changes what it is given. */
export function readVisit(
  known: KnownVisit | null,
  request: ConditionalRequest,
  answer: Answer,
  policy: ValidatorPolicy = VALIDATOR_POLICY,
): Visit {
  if (answer.status === 304) return readNotModified(known, request, answer);
  const hash = answer.contentHash;
  if (hash === null || answer.status < 200 || answer.status > 299) {
    return { kind: "no-answer", known, why: REQUEST_WORDS.unanswered };
  }
  if (known === null) return { kind: "new", known: founded(hash, answer), notes: [] };
  return readBody(known, hash, request, answer, policy);
}

/** How far the validators of a document are trusted, and why, for people. */
export function trustIn(
  known: KnownVisit,
  policy: ValidatorPolicy = VALIDATOR_POLICY,
): Readonly<Record<Validator, { readonly standing: Standing; readonly why: Sentence }>> {
  const word = (validator: Validator) => {
    const standing = standingIn(validator, known, policy);
    return { standing, why: standingWords(validator, standing, known.trust[validator]) };
  };
  return { etag: word("etag"), lastModified: word("lastModified") };
}

function unconditional(
  reason: Exclude<ConditionalRequest["reason"], "conditional">,
): ConditionalRequest {
  return { headers: {}, reason, why: REQUEST_WORDS[reason] };
}

function isControlDue(known: KnownVisit, now: Temporal.Instant, policy: ValidatorPolicy): boolean {
  if (known.trust.notModified >= policy.controlAfter304s) return true;
  const due = Temporal.Instant.from(known.fetchedAt).add({ hours: 24 * policy.controlAfterDays });
  return Temporal.Instant.compare(now, due) >= 0;
}

function isSent(validator: Validator, known: KnownVisit, policy: ValidatorPolicy): boolean {
  const standing = standingIn(validator, known, policy);
  return standing === "trusted" || standing === "untried";
}

function standingIn(validator: Validator, known: KnownVisit, policy: ValidatorPolicy): Standing {
  const standing = standingOf(known.trust[validator], policy);
  return known[validator] === null && standing !== "lying" ? "absent" : standing;
}

/** Section 15.4.5: a 304 carries what a 200 would have said of the same version. */
function readNotModified(
  known: KnownVisit | null,
  request: ConditionalRequest,
  answer: Answer,
): Visit {
  const by = sentValidator(request);
  if (known === null || by === null) return { kind: "no-answer", known, why: UNASKED_304 };
  const now = validatorsOf(answer.headers, answer.receivedAt);
  const contradiction = by === "etag"
    ? now.etag !== null && !isTagOf(now.etag, known.etag as string)
    : isLater(now.lastModified, known.lastModified, answer.receivedAt);
  if (contradiction) return { kind: "ask-again", known, why: unbelievable(by) };
  return {
    kind: "not-modified",
    known: {
      ...known,
      etag: now.etag ?? known.etag,
      ...(now.lastModified === null ? {} : {
        lastModified: now.lastModified,
        lastModifiedStrong: now.lastModifiedStrong,
      }),
      lastVerifiedAt: textOf(answer.receivedAt),
      trust: { ...known.trust, notModified: known.trust.notModified + 1, notModifiedBy: by },
    },
    notes: [],
  };
}

/** A server that gets both looks at the tag alone: section 13.1.3. */
function sentValidator({ headers }: ConditionalRequest): Validator | null {
  if (headers["If-None-Match"] !== undefined) return "etag";
  return headers["If-Modified-Since"] === undefined ? null : "lastModified";
}

function readBody(
  known: KnownVisit,
  hash: string,
  request: ConditionalRequest,
  answer: Answer,
  policy: ValidatorPolicy,
): Visit {
  const changed = hash !== known.contentHash;
  const at = textOf(answer.receivedAt);
  const now = validatorsOf(answer.headers, answer.receivedAt);
  const next: KnownVisit = {
    ...now,
    fetchedAt: at,
    lastVerifiedAt: at,
    contentHash: hash,
    firstSeen: known.firstSeen,
    lastChanged: changed ? at : known.lastChanged,
    trust: {
      etag: seen("etag", known, now, changed, request, answer, policy),
      lastModified: seen("lastModified", known, now, changed, request, answer, policy),
      notModified: 0,
      notModifiedBy: null,
    },
  };
  const notes = (["etag", "lastModified"] as const)
    .map((validator) => {
      const before = standingIn(validator, known, policy);
      const after = standingIn(validator, next, policy);
      return noteOn(validator, before, after, next.trust[validator]);
    })
    .filter((note) => note !== null);
  return { kind: changed ? "changed" : "unchanged", known: next, notes };
}

function seen(
  validator: Validator,
  known: KnownVisit,
  now: Validators,
  contentChanged: boolean,
  request: ConditionalRequest,
  answer: Answer,
  policy: ValidatorPolicy,
): Evidence {
  const [before, after] = [known[validator], now[validator]];
  const evidence = known.trust[validator];
  if (before === null || after === null) return evidence;
  // Two versions of one second may share a date; that is no lie, and such a date is never sent.
  const isWeakDate = validator === "lastModified" && !known.lastModifiedStrong;
  const validatorChanged = validator === "etag" ? !isTagOf(after, before) : after !== before;
  if (isWeakDate && !validatorChanged) return evidence;
  const notModified = known.trust.notModifiedBy === validator;
  const since = answer.receivedAt.since(Temporal.Instant.from(known.lastVerifiedAt)).total(
    "seconds",
  );
  return counted(evidence, {
    contentChanged,
    validatorChanged,
    sent: sentValidator(request) === validator,
    notModified,
    justBefore: notModified && since <= policy.sameMomentSeconds,
  });
}

function founded(contentHash: string, answer: Answer): KnownVisit {
  const at = textOf(answer.receivedAt);
  return {
    ...validatorsOf(answer.headers, answer.receivedAt),
    fetchedAt: at,
    lastVerifiedAt: at,
    contentHash,
    firstSeen: at,
    lastChanged: at,
    trust: {
      ...{ etag: NO_EVIDENCE, lastModified: NO_EVIDENCE, notModified: 0, notModifiedBy: null },
    },
  };
}

function textOf(at: Temporal.Instant): InstantText {
  return at.toString() as InstantText;
}
