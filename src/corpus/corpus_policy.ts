/**
 * By which rules a corpus tells documents apart; founded with the corpus and kept in its log.
 *
 * Hashes and decisions of two policies, or of two versions of the normalisation, must never stand side by
 * side: a corpus is used with the policy that it has, or indexed again as a whole.
 *
 * @module
 */

import { ConfigurationError, unreadable } from "../configuration_error.ts";
import { canonical, digestOf } from "../digest.ts";
import { parseJson } from "../json_text.ts";
import type { Sentence } from "../refusal.ts";
import { type NearPolicy, OUR_NEAR, PAPER_NEAR } from "./near_policy.ts";
import { NORMALISATION } from "./normal_text.ts";
import { readUrlPolicy, STATED_POLICY, type UrlPolicy } from "./url_policy.ts";

/** What a corpus was founded with. */
export interface CorpusPolicy {
  readonly url: UrlPolicy;
  readonly near: NearPolicy;
  /** Version of the rules that make the text that is hashed. */
  readonly normalisation: number;
}

/** Policies by name: the paper's settings, and ours, the default. */
export const POLICIES = {
  paper: { url: STATED_POLICY, near: PAPER_NEAR, normalisation: NORMALISATION },
  ours: { url: STATED_POLICY, near: OUR_NEAR, normalisation: NORMALISATION },
} as const satisfies Readonly<Record<string, CorpusPolicy>>;

/** A short name for a policy: equal policies have equal ones. */
export function policyId(policy: CorpusPolicy): string {
  return digestOf(canonical(policy)).slice(0, 12);
}

/**
 * Reads a policy file: a URL policy, beside which `"near"` says `"paper"` or `"ours"` (the default).
 *
 * @throws {ConfigurationError} naming the file, the key and what is known.
 */
export function readCorpusPolicy(text: string, file: string): CorpusPolicy {
  const value = parseJson(text, file);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unreadable(file, { ko: "{ } 객체가 아닙니다.", en: "it is no object in { }" });
  }
  const { near = "ours", ...url } = value as Readonly<Record<string, unknown>>;
  if (near !== "paper" && near !== "ours") {
    throw unreadable(file, {
      ko: '"near" 값은 "paper" 또는 "ours"여야 합니다.',
      en: '"near" must be "paper" or "ours"',
    });
  }
  return { ...POLICIES[near], url: readUrlPolicy(JSON.stringify(url), file) };
}

/** Whether hashes and decisions of the two policies may stand side by side. */
export function agree(a: CorpusPolicy, b: CorpusPolicy): boolean {
  return canonical(a) === canonical(b);
}

/** A corpus has other rules than it is to be used with. */
export function otherPolicy(
  name: string,
  has: CorpusPolicy,
  wanted: CorpusPolicy,
): ConfigurationError {
  const why = difference(has, wanted);
  return new ConfigurationError({
    ko:
      `말뭉치 "${name}"은(는) ${why.ko}. 모두 새 규칙으로 다시 색인하려면 "dmf corpus scan --again"` +
      "을 실행하십시오(--policy를 함께 쓸 수 있습니다).",
    en: `The corpus "${name}" ${why.en}; run "dmf corpus scan --again" (with --policy) to index ` +
      "all of it anew",
  });
}

function difference(has: CorpusPolicy, wanted: CorpusPolicy): Sentence {
  if (has.normalisation !== wanted.normalisation) {
    const [was, is] = [has.normalisation, wanted.normalisation];
    return {
      ko: `본문 정규화 ${was}판으로 만들었는데 이 프로그램은 ${is}판을 씁니다`,
      en: `was made with version ${was} of the normalisation, this program has version ${is}`,
    };
  }
  const [was, is] = [policyId(has), policyId(wanted)];
  return {
    ko: `다른 정책(${was})으로 만들어 이 정책(${is})과 섞을 수 없습니다`,
    en: `was made with another policy (${was}), which must not be mixed with this one (${is})`,
  };
}
