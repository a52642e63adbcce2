/**
 * `dmf train`: from a table of labelled blocks to a model, its scores and its plots.
 *
 * Nothing of the store is opened, and nothing is asked of the network. How a model is trained is decided in
 * `content/train_stages.ts`.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError, unreadable } from "../configuration_error.ts";
import { decisionPlot } from "../content/decision_plot.ts";
import { drawnOrder } from "../content/drawn_order.ts";
import { pickRows, toRows } from "../content/feature_rows.ts";
import { type LabelledBlock, readLabelCsv, siteOf } from "../content/label_csv.ts";
import { pcaPlot } from "../content/pca_plot.ts";
import { writeSvmModel } from "../content/svm_model.ts";
import { STAGE_DEFAULTS, type TrainingRow, trainStages } from "../content/train_stages.ts";
import type { TwoStageModel } from "../content/two_stage_model.ts";
import { featuresOf, VISUAL_FEATURES } from "../content/visual_block.ts";
import { type Desk, inWords } from "../desk.ts";
import { badRowsText, type Trained, trainedText } from "./train_text.ts";

type Asked = Command & { readonly kind: "train" };

/** Rows beyond this are drawn from: time grows with their square, and the paper had half as many. */
const MOST_ROWS = 10_000;

/** Runs the command. */
export async function train(desk: Desk, command: Asked): Promise<number> {
  const { common, file, category } = command;
  const text = await desk.readText(file);
  if (text === null) throw noFile(file);
  const { rows, bad } = readLabelCsv(text, file);
  if (bad.length > 0) desk.err(badRowsText(bad, file, common.lang));
  const labelled = rows.flatMap((row) => trainingRow(row) ?? []);
  const used = someOf(labelled);
  refuseOneSided(used, file);
  if (!common.quiet) desk.line(inWords(common.lang, AT_WORK));
  const model = trainStages(used, { ...STAGE_DEFAULTS, category });
  const files = await writeAll(desk, command, model, used);
  const trained: Trained = {
    category,
    rows: rows.length,
    bad: bad.length,
    unlabelled: rows.length - labelled.length,
    used: used.length,
    model,
    files,
  };
  desk.line("");
  desk.out(trainedText(trained, common));
  return bad.length > 0 ? 3 : 0;
}

const AT_WORK = { ko: "학습하는 중", en: "Training" };

function noFile(file: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 파일이 없습니다. "dmf label"로 블록의 표를 만드십시오.`,
    en: `There is no file "${file}"; "dmf label" makes a table of blocks`,
  });
}

/** `null` where nobody labelled it. Content without a word on the title is no title. */
function trainingRow(block: LabelledBlock): TrainingRow | null {
  if (block.isContent === null) return null;
  return {
    features: featuresOf(block),
    isContent: block.isContent,
    isTitle: block.isTitle ?? 0,
    site: siteOf(block.page),
  };
}

function someOf(rows: readonly TrainingRow[]): readonly TrainingRow[] {
  if (rows.length <= MOST_ROWS) return rows;
  return Array.from(drawnOrder(rows.length, 1).slice(0, MOST_ROWS).sort(), (at) => rows[at]!);
}

function refuseOneSided(rows: readonly TrainingRow[], file: string) {
  const content = rows.filter(({ isContent }) => isContent === 1).length;
  const other = rows.length - content;
  if (content >= LEAST_OF_EACH && other >= LEAST_OF_EACH) return;
  throw unreadable(file, {
    ko: `본문("isContent" 1)과 본문이 아닌 것(0)이 ${LEAST_OF_EACH}줄 이상씩 있어야 합니다` +
      `(현재: ${content}줄, ${other}줄).`,
    en: `it needs at least ${LEAST_OF_EACH} rows that are content ("isContent" 1) and as many ` +
      `that are not (0), found ${content} and ${other}`,
  });
}

/** Fewer than one for each fold leave nothing to test on. */
const LEAST_OF_EACH = 5;

/** Writes the plots, then the model: where there is a model all is there. */
async function writeAll(
  desk: Desk,
  { common, category, out }: Asked,
  model: TwoStageModel,
  rows: readonly TrainingRow[],
): Promise<readonly string[]> {
  const folder = out ?? `${common.data}/models`;
  await desk.makeFolder(folder);
  const name = category ?? "pages";
  const texts: [string, string][] = [
    ...plotsOf(name, model, rows),
    [`${name}.model.json`, writeSvmModel(model)],
  ];
  const files: string[] = [];
  for (const [file, text] of texts) {
    const path = `${folder}/${file}`;
    await desk.writeFile(path, (sink) => sink(new TextEncoder().encode(text)));
    files.push(path);
  }
  return files;
}

function plotsOf(
  name: string,
  model: TwoStageModel,
  rows: readonly TrainingRow[],
): [string, string][] {
  const all = toRows(rows.map(({ features }) => features), VISUAL_FEATURES.length);
  const inContent = Array.from(rows.keys()).filter((row) => rows[row]!.isContent === 1);
  const stages = [
    {
      stage: "content",
      features: all,
      labels: Uint8Array.from(rows, ({ isContent }) => isContent),
      words: ["not content", "content"] as const,
    },
    ...model.title === null ? [] : [{
      stage: "title",
      features: pickRows(all, inContent),
      labels: Uint8Array.from(inContent, (row) => rows[row]!.isTitle),
      words: ["body", "title"] as const,
    }],
  ];
  return stages.flatMap(({ stage, features, labels, words }): [string, string][] => {
    const base = { title: `${name}: ${stage}`, labels: words };
    return [
      [
        `${name}.${stage}.xy.svg`,
        decisionPlot(features, labels, { ...base, features: ["x", "y"] }),
      ],
      [
        `${name}.${stage}.size.svg`,
        decisionPlot(features, labels, { ...base, features: ["width", "height"] }),
      ],
      [`${name}.${stage}.pca2.svg`, pcaPlot(features, labels, { ...base, dimensions: 2 })],
      [`${name}.${stage}.pca3.svg`, pcaPlot(features, labels, { ...base, dimensions: 3 })],
    ];
  });
}
