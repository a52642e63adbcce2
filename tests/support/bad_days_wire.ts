/**
 * Answers that are not what was asked for, as misbehaviours of the fixture site.
 *
 * @module
 */

import type { Misbehaviour, Where } from "./fixture_misbehaviour.ts";
import type { Ending, WireAnswer } from "./fixture_wire.ts";

/** What differs from the right answer. */
export interface Changed {
  readonly status?: number;
  /** Besides the right ones, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly ending?: Ending;
}

/** Every page of the list, or those of `where`, answered differently. */
export function answers(changed: Changed, where: Where = {}): Misbehaviour {
  return { ...where, kind: "answered", as: (answer) => changedAnswer(answer, changed) };
}

/** Every page of the list, or those of `where`, with its body made into another. */
export function recoded(
  to: (body: Uint8Array) => Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  where: Where = {},
): Misbehaviour {
  const as = (answer: WireAnswer) => changedAnswer(answer, { headers, body: to(answer.body) });
  return { ...where, kind: "answered", as };
}

/** `answer` with what differs. */
export function changedAnswer(answer: WireAnswer, { body, ...changed }: Changed): WireAnswer {
  return {
    ...answer,
    ...changed,
    headers: { ...answer.headers, ...changed.headers },
    ...(body === undefined
      ? {}
      : { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
  };
}
