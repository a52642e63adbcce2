/**
 * The report on a corpus: its shape in JSON, and the lines that people read.
 *
 * @module
 */

import type { Tally } from "../corpus/corpus_counts.ts";
import type { Sentence } from "../refusal.ts";
import { printable } from "../field_text.ts";
import { n } from "./corpus_text.ts";

type Lang = "ko" | "en";

/** What `dmf corpus report --json` prints. */
export interface CorpusReport {
  readonly corpus: string;
  readonly createdAt: string;
  readonly policy: {
    readonly id: string;
    readonly name: string | null;
    readonly normalisation: number;
  };
  /** Everything that is told apart: canonical URLs, files, ids. */
  readonly pages: number;
  readonly kept: number;
  /** Pages by how they stand now. */
  readonly standing: Readonly<Record<"kept" | "update" | "exact" | "near", number>>;
  /** Over all runs. */
  readonly counts: Readonly<Tally>;
  readonly requestsSaved: number;
  readonly verdicts: Readonly<Record<"fresh" | "stale" | "decayed" | "gone", number>>;
  readonly untrusted: readonly {
    readonly document: number;
    readonly url: string;
    readonly verdict: string;
    readonly since: string;
    readonly lastVerifiedAt: string | null;
    readonly why: Sentence;
  }[];
  readonly copied: readonly {
    readonly document: number;
    readonly url: string;
    /** Other pages with this text, and how often this page came again in one run. */
    readonly copies: number;
    readonly repeats: number;
  }[];
  readonly liars: readonly {
    readonly document: number;
    readonly url: string;
    readonly validator: "etag" | "lastModified";
    readonly why: Sentence;
  }[];
  readonly lying: Readonly<Record<"etag" | "lastModified", number>>;
  readonly lastRun: object | null;
}

/** The report as text. */
export function reportText(report: CorpusReport, lang: Lang): string {
  const ko = lang === "ko";
  const { standing, counts, verdicts, policy } = report;
  const name = policy.name ?? (ko ? "파일" : "a file");
  const lines = [
    ko
      ? `말뭉치 "${report.corpus}"  정책 ${name}(${policy.id}), 정규화 ${policy.normalisation}판`
      : `Corpus "${report.corpus}"  policy ${name} (${policy.id}), normalisation ${policy.normalisation}`,
    "",
    ko
      ? `남긴 문서 ${n(report.kept)}개 / 페이지 ${n(report.pages)}개`
      : `${n(report.kept)} documents kept, of ${n(report.pages)} pages`,
    row(
      standing.update,
      ko ? "그중 숫자만 다른 새 판(update)" : "of these updates: digits alone differ",
    ),
    row(standing.exact, ko ? "같은 본문의 사본(exact)" : "pages with the same text (exact)"),
    row(standing.near, ko ? "거의 같은 본문(near)" : "pages with nearly the same text (near)"),
    row(
      counts.url,
      ko ? "같은 URL로 다시 온 것, 지금까지(url)" : "came again under the same URL, so far (url)",
    ),
    "",
    ko ? "믿을 수 있는가" : "Can it be trusted",
    ...(["fresh", "stale", "decayed", "gone"] as const).map((verdict) =>
      row(verdicts[verdict], VERDICTS[verdict][lang])
    ),
    ...report.untrusted.map(({ document, url, verdict, why }) =>
      `    #${document} ${printable(url)}  ${VERDICTS[verdict as "gone"][lang]}: ${why[lang]}`
    ),
    "",
    ko
      ? `304로 아낀 요청 ${n(report.requestsSaved)}건, 다시 물어야 할 304 ${n(counts.askAgain)}건`
      : `${n(report.requestsSaved)} downloads saved by 304, ${
        n(counts.askAgain)
      } 304s not believed`,
    ko
      ? `거짓을 말하는 검증자: ETag ${n(report.lying.etag)}개, Last-Modified ${
        n(report.lying.lastModified)
      }개`
      : `Validators that lie: ${n(report.lying.etag)} ETag, ${
        n(report.lying.lastModified)
      } Last-Modified`,
    ...report.liars.map(({ document, url, why }) =>
      `    #${document} ${printable(url)}  ${why[lang]}`
    ),
    "",
    ko ? "사본이 많은 문서" : "Documents with the most copies",
    ...report.copied.map(({ document, url, copies, repeats }) =>
      `    #${document} ${printable(url)}  ${
        ko
          ? `다른 곳 ${n(copies)}, 같은 URL ${n(repeats)}`
          : `${n(copies)} elsewhere, ${n(repeats)} by URL`
      }`
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const VERDICTS = {
  fresh: { ko: "최신", en: "fresh" },
  stale: { ko: "오래 확인하지 않음(stale)", en: "stale" },
  decayed: { ko: "부패함(decayed)", en: "decayed" },
  gone: { ko: "없어짐(gone)", en: "gone" },
} as const;

function row(count: number, words: string): string {
  return `${n(count).padStart(12)}  ${words}`;
}
