/**
 * One answer of an OpenAPI, from text to rows, to the reason why it cannot be believed, or to why
 * the service will not serve.
 *
 * @module
 */

import type { Extraction, PageOrigin } from "./extract.ts";
import { type Item, readServiceAnswer } from "./openapi_answer.ts";
import type { Failure } from "./outcome.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { readViewPage } from "./read_view.ts";
import type { Refusal } from "./refusal.ts";
import type { SelectorSpec } from "./selector_spec.ts";

/** A page of any kind: read, refused, or not handed out. */
export type PageRead =
  | Extraction
  | { readonly kind: "failed"; readonly failure: Failure };

/** Reads one answer of a service. */
export function readAnswer(text: string, prepared: PreparedSpec, at: PageOrigin): PageRead {
  const answer = readServiceAnswer(text);
  switch (answer.kind) {
    case "cut": {
      const end = /^\s*</.test(text) ? "</response>" : "}";
      const tail = text.trim().slice(-40);
      return refused({ kind: "cut-document", page: at.page, tail, end });
    }
    case "other":
      return refused(notTheList(text, prepared, at));
    case "code":
      return judgeCode(answer, prepared, at) ?? refused(notTheList(text, prepared, at));
    case "rows": {
      const judged = judgeCode(answer, prepared, at);
      if (judged) return judged;
      if (answer.total === null) return refused({ kind: "no-stated-total", page: at.page });
      const { total: statedTotal, items: rows } = answer;
      return readViewPage({ statedTotal, labels: labelsOf(rows), rows }, prepared, at);
    }
  }
}

/** What a status means that the gateway gives without a body. */
export function asServiceFailure(spec: SelectorSpec, failure: Failure): Failure {
  if (spec.kind !== "openapi") return failure;
  if (failure.kind === "not-permitted") {
    return serviceFailure(spec, failure.url, {
      code: failure.kind,
      message: failure.detail,
      meaning: "build",
    });
  }
  if (failure.kind !== "status" || ![401, 403].includes(failure.status)) return failure;
  const code = `HTTP ${failure.status}`;
  return serviceFailure(spec, failure.url, { code, message: "", meaning: "key" });
}

/** `null` where the code says that all is well. */
function judgeCode(
  { code, message }: { readonly code: string; readonly message: string },
  prepared: PreparedSpec,
  at: PageOrigin,
): PageRead | null {
  const meaning = prepared.spec.service?.codes[code];
  switch (meaning) {
    case undefined:
      return refused({ kind: "service-code", page: at.page, code, message });
    case "answered":
      return null;
    case "no-data":
      return readViewPage({ statedTotal: 0, labels: [], rows: [] }, prepared, at);
    default:
      return {
        kind: "failed",
        failure: serviceFailure(prepared.spec, at.url, { code, message, meaning }),
      };
  }
}

type ServiceFailure = Failure & { readonly kind: "service" };

function serviceFailure(
  { source, seeds }: SelectorSpec,
  url: string,
  said: Pick<ServiceFailure, "code" | "message" | "meaning">,
): ServiceFailure {
  const { pathname } = new URL(url);
  const otherPath = seeds.find((path) => path !== pathname) ?? null;
  return { kind: "service", url, ...said, setting: `sources.${source}`, otherPath };
}

/** A field that one item leaves out may stand in another. */
function labelsOf(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap((item) => Object.keys(item)))];
}

function notTheList(text: string, { faultPages }: PreparedSpec, { page }: PageOrigin): Refusal {
  const looksLike = faultPages.find(({ pattern }) => pattern.test(text))?.looksLike ?? null;
  return { kind: "not-the-list", page, looksLike, title: null };
}

function refused(refusal: Refusal): { readonly kind: "refused"; readonly refusal: Refusal } {
  return { kind: "refused", refusal };
}
