/**
 * What a validator has shown of itself: evidence counted visit by visit, and how far it is trusted.
 *
 * A validator lies in two ways. One that changes although the content stays is useless: it never
 * saves a request. One that stays while the content changes is dangerous: believed, it hides the
 * change for ever. Both are seen only when a body arrives, hence the control fetches that
 * `validators.ts` asks for.
 *
 * @module
 */

/** Counts for one validator of one URL; plain JSON. */
export interface Evidence {
  /** The content stayed, and so did the validator. */
  readonly kept: number;
  /** Both changed. */
  readonly together: number;
  /** The validator changed, the content stayed; in a row, since it was last `kept`. */
  readonly noise: number;
  /** It was sent, is the same, and the answer was the whole body all the same; in a row. */
  readonly ignored: number;
  /** The content changed, the validator stayed. */
  readonly missed: number;
  /** Changes `together` since the last one `missed`. */
  readonly honest: number;
  /** Changes that a control fetch found behind answers of 304. */
  readonly hidden: number;
  /** Changes that came as the answer to a condition. */
  readonly reported: number;
}

/** A validator nobody has seen at work. */
export const NO_EVIDENCE: Evidence = {
  ...{ kept: 0, together: 0, noise: 0, ignored: 0, missed: 0, honest: 0, hidden: 0, reported: 0 },
};

/** How much evidence is enough. */
export interface EvidenceBounds {
  /** Useless changes, or ignored conditions, in a row from which a validator is not sent any more. */
  readonly uselessFrom: number;
  /** Honest changes in a row that make up for a missed one. */
  readonly honestAfterMiss: number;
  /** Hidden changes, less those reported, from which 304 is no answer any more. */
  readonly hiddenFrom: number;
}

/** How far a validator is trusted; `absent` where the last body came without it. */
export type Standing = "untried" | "trusted" | "useless" | "lying" | "absent";

/** One body that arrived, as far as one validator is concerned. */
export interface Sighting {
  readonly contentChanged: boolean;
  readonly validatorChanged: boolean;
  /** The request carried this validator as a condition. */
  readonly sent: boolean;
  /** Answers of 304 by this validator since the last body. */
  readonly notModified: boolean;
  /** The last of them is so recent that the content was another one then, too. */
  readonly justBefore: boolean;
}

/** The evidence with one more body in it. */
export function counted(evidence: Evidence, sighting: Sighting): Evidence {
  return sighting.contentChanged ? changed(evidence, sighting) : unchanged(evidence, sighting);
}

/** What the evidence amounts to. */
export function standingOf(evidence: Evidence, bounds: EvidenceBounds): Standing {
  const { kept, together, noise, ignored, missed, honest, hidden, reported } = evidence;
  // A server that always says 304 shows honest validators in its bodies, so they make up for nothing.
  if (hidden - reported >= bounds.hiddenFrom) return "lying";
  if (missed > 0 && honest < bounds.honestAfterMiss) return "lying";
  if (noise >= bounds.uselessFrom || ignored >= bounds.uselessFrom) return "useless";
  return kept + together + noise + ignored === 0 ? "untried" : "trusted";
}

function changed(evidence: Evidence, sighting: Sighting): Evidence {
  const { validatorChanged, sent, notModified, justBefore } = sighting;
  if (!validatorChanged || justBefore && !sent) {
    return { ...evidence, missed: evidence.missed + 1, honest: 0 };
  }
  return {
    ...evidence,
    together: evidence.together + 1,
    honest: evidence.honest + 1,
    hidden: evidence.hidden + (notModified && !sent ? 1 : 0),
    reported: evidence.reported + (sent ? 1 : 0),
  };
}

function unchanged(evidence: Evidence, { validatorChanged, sent }: Sighting): Evidence {
  if (validatorChanged) return { ...evidence, noise: evidence.noise + 1 };
  return {
    ...evidence,
    kept: evidence.kept + 1,
    noise: 0,
    // Sent and unchanged, the answer had to be 304; unsent, the answer says nothing on that.
    ignored: sent ? evidence.ignored + 1 : evidence.ignored,
  };
}
