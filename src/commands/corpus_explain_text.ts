/**
 * The explanation of one document: its shape in JSON, and the lines that people read.
 *
 * @module
 */

import type { Likeness, Look, Tier } from "../corpus/corpus_record.ts";
import { counted, times } from "../corpus/count_words.ts";
import type { NearEvidence } from "../corpus/near_evidence.ts";
import type { trustIn } from "../corpus/validators.ts";
import { printable } from "../field_text.ts";
import type { Sentence } from "../refusal.ts";

type Lang = "ko" | "en";

/** What `dmf corpus explain --json` prints. */
export interface Explained {
  readonly document: number;
  readonly url: string;
  /** Rules that fold what was typed into `url`. */
  readonly rules: readonly string[];
  readonly standing: "kept" | "copy" | "untrusted";
  readonly tier: Tier | null;
  readonly of: { readonly document: number; readonly url: string } | null;
  readonly like: Likeness | null;
  readonly near: NearEvidence | null;
  readonly copies: readonly {
    readonly document: number;
    readonly url: string;
    readonly tier: Tier | null;
  }[];
  readonly repeats: number;
  readonly verdict: string;
  readonly why: Sentence;
  readonly trust: ReturnType<typeof trustIn> | null;
  readonly fetchedAt: string;
  readonly lastVerifiedAt: string | null;
  readonly firstSeen: string | null;
  readonly lastChanged: string | null;
  readonly contentHash: string | null;
  readonly looks: readonly {
    readonly at: string;
    readonly look: Look;
    readonly tier: Tier | null;
    readonly given: string | null;
    readonly rules: readonly string[];
    readonly status: number;
  }[];
}

/** The explanation as text. */
export function explainText(explained: Explained, lang: Lang): string {
  const ko = lang === "ko";
  const { document, url, looks, copies } = explained;
  const dates: readonly (readonly [string, string | null])[] = [
    [ko ? "처음 봄" : "first seen", explained.firstSeen],
    [ko ? "본문이 바뀜" : "last changed", explained.lastChanged],
    [ko ? "받음" : "fetched", explained.fetchedAt],
    [ko ? "확인함" : "last verified", explained.lastVerifiedAt],
    ["SHA-256", explained.contentHash],
  ];
  return `${
    [
      `#${document} ${printable(url)}`,
      ...(explained.rules.length === 0 ? [] : [
        (ko ? "적은 URL에 적용한 규칙: " : "Rules applied to what was typed: ") +
        explained.rules.join(", "),
      ]),
      decision(explained)[lang],
      ...(explained.near === null ? [] : nearLines(explained.near, lang)),
      `${explained.verdict}: ${explained.why[lang]}`,
      ...(explained.trust === null ? [] : [
        `${explained.trust.etag.why[lang]} (${explained.trust.etag.standing})`,
        `${explained.trust.lastModified.why[lang]} (${explained.trust.lastModified.standing})`,
      ]),
      ...dates.filter(([, date]) => date !== null).map(([name, date]) => `${name}: ${date}`),
      ...(copies.length === 0 ? [] : [ko ? "사본:" : "Copies:"]),
      ...copies.map((copy) => `  #${copy.document} ${printable(copy.url)}  ${copy.tier}`),
      ko ? "본 것, 최근 순:" : "Looks, the newest first:",
      ...looks.map(({ at, look, tier, given, rules, status }) =>
        [`  ${at}  ${look}`, tier, status === 200 ? null : status, given && printable(given)]
          .filter((part) => part !== null).join("  ") +
        (rules.length === 0 ? "" : `  [${rules.join(", ")}]`)
      ),
    ].join("\n")
  }\n`;
}

function decision({ standing, tier, of, like, repeats }: Explained): Sentence {
  const other = of === null ? "" : `#${of.document} ${printable(of.url)}`;
  const likeness = like === null
    ? ""
    : `${like.similarity.toFixed(4)} ≥ ${like.threshold.toFixed(4)}`;
  const again = repeats === 0 ? { ko: "", en: "" } : {
    ko: ` 같은 URL로 ${repeats}번 더 왔습니다.`,
    en: ` It came ${times(repeats)} more under the same URL.`,
  };
  if (standing === "untrusted") {
    return {
      ko: "뺐음: 지금은 믿을 수 있는 본문이 없습니다." + again.ko,
      en: "Left out: at present it has no text that can be trusted." + again.en,
    };
  }
  switch (tier) {
    case "exact":
      return {
        ko: `뺐음(exact): 정규화한 본문의 SHA-256이 ${other}의 것과 같습니다.${again.ko}`,
        en: `Left out (exact): its normal text has the SHA-256 of ${other}.${again.en}`,
      };
    case "near":
      return {
        ko: `뺐음(near): ${other}의 본문과 거의 같습니다(자카드 ${likeness}).${again.ko}`,
        en: `Left out (near): nearly the text of ${other} (Jaccard ${likeness}).${again.en}`,
      };
    case "update":
      return {
        ko: `남겼음(update): ${other}의 본문과 숫자만 다릅니다(자카드 ${likeness}). 날짜, 금액, ` +
          `용량이 다르면 사본이 아니라 새 판입니다.${again.ko}`,
        en: `Kept (update): differs from ${other} in digits alone (Jaccard ${likeness}). Where a ` +
          `date, an amount or a dose differs it is no copy but another version.${again.en}`,
      };
    default:
      return {
        ko: `남겼음(kept): 같거나 거의 같은 본문이 먼저 있지 않았습니다.${again.ko}`,
        en: `Kept: no text was there before that is the same or nearly so.${again.en}`,
      };
  }
}

/** The numbers behind a near decision; all of them are in `--json`. */
function nearLines(near: NearEvidence, lang: Lang): readonly string[] {
  const { words, shingles, shared, all, similarity, bound, policy, distance } = near;
  const lines: readonly Sentence[] = [
    {
      ko: `낱말 ${words.join(" 대 ")}, 낱말 ${policy.words}개씩의 조각 ${shingles.join(" 대 ")}`,
      en: `${words.join(" and ")} words, ${shingles.join(" and ")} shingles of ${
        counted(policy.words, "word", "words")
      }`,
    },
    {
      ko: `공통 조각 ${shared} / 전체 ${all} = ${similarity.toFixed(4)}, 기준 ${
        bound.threshold.toFixed(4)
      }`,
      en: `${shared} shared of ${all} in all = ${similarity.toFixed(4)}, needed ${
        bound.threshold.toFixed(4)
      }`,
    },
    ...allowedEdits(bound),
    {
      ko: `참고로 SimHash는 64비트 중 ${distance}비트가 다릅니다${
        near.simhashNear ? "(가까움)" : "(가깝지 않음)"
      }.`,
      en: `For comparison, SimHash differs in ${distance} of 64 bits${
        near.simhashNear ? " (near)" : " (not near)"
      }`,
    },
  ];
  return lines.map((line) => `  ${line[lang]}`);
}

/** What the bound allows at this length; nothing where it is fixed. */
function allowedEdits({ edits, disturbed }: NearEvidence["bound"]): readonly Sentence[] {
  if (edits === null || disturbed === null) return [];
  return [{
    ko: `이 길이에서 허용하는 편집: 낱말 ${edits}개, 달라지는 조각은 많아야 ${disturbed}개`,
    en: `Allowed at this length: ${counted(edits, "edited word", "edited words")}, which may ` +
      `disturb ${counted(disturbed, "shingle", "shingles")}`,
  }];
}
