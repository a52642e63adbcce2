/**
 * The report on a corpus: its shape in JSON, and the lines that people read.
 *
 * @module
 */

import { counted } from "../corpus/count_words.ts";
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
      : `${counted(report.kept, "document", "documents")} kept, of ${
        counted(report.pages, "page", "pages")
      }`,
    row(
      standing.update,
      ko ? "그중 숫자만 다른 새 판(update)" : "of which differ in digits alone (update)",
    ),
    row(standing.exact, ko ? "뺌: 같은 본문(exact)" : "left out: the same text (exact)"),
    row(standing.near, ko ? "뺌: 거의 같은 본문(near)" : "left out: nearly the same text (near)"),
    row(
      counts.url,
      ko
        ? "뺌: 지금까지 한 실행에서 같은 URL로 다시 온 것(url)"
        : "left out: the same URL again in one run, so far (url)",
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
      ? `304로 아낀 내려받기 ${n(report.requestsSaved)}건, 믿지 않은 304 ${n(counts.askAgain)}건`
      : `${counted(report.requestsSaved, "download", "downloads")} saved by 304, ${
        n(counts.askAgain)
      } of 304 not believed`,
    ko
      ? `내용과 맞지 않아 믿지 않는 검증자: ETag ${n(report.lying.etag)}개, Last-Modified ${
        n(report.lying.lastModified)
      }개`
      : `Validators that do not follow the content: ${n(report.lying.etag)} ETag, ${
        n(report.lying.lastModified)
      } Last-Modified`,
    ...report.liars.map(({ document, url, why }) =>
      `    #${document} ${printable(url)}  ${why[lang]}`
    ),
    ...(report.copied.length === 0
      ? []
      : ["", ko ? "사본이 많은 문서" : "Documents with the most copies"]),
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
  fresh: { ko: "최신(fresh)", en: "fresh" },
  stale: { ko: "오래 확인하지 않음(stale)", en: "stale" },
  decayed: { ko: "본문을 믿을 수 없음(decayed)", en: "decayed" },
  gone: { ko: "없어짐(gone)", en: "gone" },
} as const;

function row(count: number, words: string): string {
  return `${n(count).padStart(12)}  ${words}`;
}
