/**
 * What `dmf train` tells: scores of both stages for people, and the same as JSON.
 *
 * @module
 */

import type { Common } from "../action.ts";
import type { BadRow } from "../content/label_csv.ts";
import type { Category } from "../content/page_node.ts";
import type { Stage, TwoStageModel } from "../content/two_stage_model.ts";
import { printable } from "../field_text.ts";

/** What was trained. */
export interface Trained {
  readonly category: Category | null;
  /** Rows that could be read, those of them without a label, and those learned from. */
  readonly rows: number;
  readonly unlabelled: number;
  readonly used: number;
  readonly bad: number;
  readonly model: TwoStageModel;
  readonly files: readonly string[];
}

/** Bad rows that are told one by one. */
const MOST_TOLD = 20;

/** One line for every row that cannot be used. */
export function badRowsText(bad: readonly BadRow[], file: string, lang: Common["lang"]): string {
  const lines = bad.slice(0, MOST_TOLD).map(({ line, why }) => `${file}:${line}: ${why[lang]}`);
  const more = bad.length - lines.length;
  if (more > 0) lines.push(lang === "ko" ? `…외 ${more}줄` : `… and ${more} more`);
  return `${lines.join("\n")}\n`;
}

/** The answer, as text or as one line of JSON. */
export function trainedText(trained: Trained, { json, lang }: Common): string {
  const { category, rows, unlabelled, used, bad, model, files } = trained;
  const { content, title, data } = model;
  if (json) {
    const stages = { content: stageJson(content), title: title && stageJson(title) };
    const counts = { rows, unlabelled, used, bad };
    return `${JSON.stringify({ category, ...counts, data, ...stages, files })}\n`;
  }
  const ko = lang === "ko";
  const by = data.foldedBy === "site"
    ? (ko ? `사이트 ${data.sites}곳을 나누어` : `by site, ${data.sites} of them`)
    : (ko ? "줄을 나누어" : "by row");
  return `${
    [
      ko
        ? `${used}줄로 학습함(읽은 줄 ${rows}, 표시 없음 ${unlabelled}, 쓸 수 없음 ${bad})`
        : `Trained on ${used} rows (${rows} read, ${unlabelled} unlabelled, ${bad} unusable)`,
      ko ? `${data.folds}겹 교차 검증, ${by}:` : `${data.folds} folds, ${by}:`,
      ...stageLines(ko ? "본문" : "content", content, ko),
      ...title === null
        ? [
          ko
            ? "  제목: 제목과 본문이 다 있지 않아 학습하지 않음"
            : "  title: not trained, rows of both titles and body are needed",
        ]
        : stageLines(ko ? "제목" : "title", title, ko),
      ...files.map(printable),
    ].join("\n")
  }\n`;
}

function stageJson({ svm, rows, heldOut }: Stage): object {
  return { rows, vectors: svm.vectors.count, heldOut };
}

function stageLines(name: string, { rows, svm, heldOut }: Stage, ko: boolean): string[] {
  const { accuracy, precision, recall, f1 } = heldOut;
  const words = ko
    ? ["정확도", "정밀도", "재현율", "F1"]
    : ["accuracy", "precision", "recall", "F1"];
  const figures = [accuracy, precision, recall, f1]
    .map((figure, at) => `${words[at]} ${figure.toFixed(4)}`);
  const { truePositive, falsePositive, falseNegative, trueNegative } = heldOut;
  return [
    `  ${name}: ${figures.join("  ")}`,
    ko
      ? `    혼동 행렬: 맞음→맞음 ${truePositive}, 맞음→아님 ${falseNegative}, ` +
        `아님→맞음 ${falsePositive}, 아님→아님 ${trueNegative}`
      : `    confusion: yes→yes ${truePositive}, yes→no ${falseNegative}, ` +
        `no→yes ${falsePositive}, no→no ${trueNegative}`,
    ko
      ? `    ${rows}줄, 서포트 벡터 ${svm.vectors.count}개`
      : `    ${rows} rows, ${svm.vectors.count} support vectors`,
  ];
}
