/**
 * Trains the two stages of one category: scaler, classifiers, probabilities, scores on held-out folds.
 *
 * Folds are whole sites where there are enough of them: blocks of one site look alike, and a model that saw
 * the site would be praised for remembering it.
 *
 * @module
 */

import { canonical, digestOf } from "../digest.ts";
import { type Folds, groupFolds, splits, stratifiedFolds } from "./cross_validation.ts";
import { type FeatureRows, pickRows, toRows } from "./feature_rows.ts";
import type { Category } from "./page_node.ts";
import { fitSigmoid } from "./platt.ts";
import { scoresOf } from "./scores.ts";
import { fitScaler, scaleRows } from "./standard_scaler.ts";
import { scaleGamma } from "./svm_kernel.ts";
import { decisionValues, labelsOf } from "./svm_predict.ts";
import { SVM_DEFAULTS, type SvmSettings, trainSvm } from "./svm_train.ts";
import type { Stage, TwoStageModel } from "./two_stage_model.ts";
import { VISUAL_FEATURES } from "./visual_block.ts";

/** A labelled block as numbers. */
export interface TrainingRow {
  /** In the order of {@linkcode VISUAL_FEATURES}. */
  readonly features: readonly number[];
  readonly isContent: 0 | 1;
  /** A title is content too. */
  readonly isTitle: 0 | 1;
  readonly site: string;
}

/** How to train. */
export interface StageSettings {
  readonly category: Category | null;
  readonly kernel: "rbf" | "linear";
  readonly c: number;
  readonly weights: readonly [number, number] | "balanced";
  readonly folds: number;
}

/** The paper's: scikit-learn's defaults, five folds. */
export const STAGE_DEFAULTS = {
  kernel: "rbf",
  c: SVM_DEFAULTS.c,
  weights: [1, 1],
  folds: 5,
} as const satisfies Omit<StageSettings, "category">;

/** Trains both stages; content rows and others must both occur. */
export function trainStages(rows: readonly TrainingRow[], settings: StageSettings): TwoStageModel {
  const features = toRows(rows.map((row) => row.features), VISUAL_FEATURES.length);
  const { folds, foldedBy, count } = foldsOf(rows, settings.folds);
  const scaler = fitScaler(features);
  const scaled = scaleRows(scaler, features);
  const contentLabels = Uint8Array.from(rows, (row) => row.isContent);
  const kernel: SvmSettings["kernel"] = settings.kernel === "linear"
    ? { kind: "linear" }
    : { kind: "rbf", gamma: scaleGamma(scaled) };
  const svm: SvmSettings = {
    ...SVM_DEFAULTS,
    kernel,
    c: settings.c,
    weights: settings.weights === "balanced" ? balanced(contentLabels) : settings.weights,
  };
  const { cacheBytes: _, ...kept } = svm;
  const inContent = Array.from(rows.keys()).filter((row) => rows[row]!.isContent === 1);
  const titleLabels = Uint8Array.from(inContent, (row) => rows[row]!.isTitle);
  const title: Labelled = {
    features: pickRows(features, inContent),
    scaled: pickRows(scaled, inContent),
    labels: titleLabels,
    folds: Uint8Array.from(inContent, (row) => folds[row]!),
  };
  return {
    category: settings.category,
    scaler,
    settings: kept,
    content: stageOf({ features, scaled, labels: contentLabels, folds }, svm, count),
    title: bothOccur(titleLabels)
      ? stageOf(title, {
        ...svm,
        weights: settings.weights === "balanced" ? balanced(titleLabels) : settings.weights,
      }, count)
      : null,
    data: {
      digest: digestOf(
        canonical(rows.map((row) => [...row.features, row.isContent, row.isTitle, row.site])),
      ),
      rows: rows.length,
      sites: new Set(rows.map(({ site }) => site)).size,
      folds: count,
      foldedBy,
    },
  };
}

/** Rows of one stage; `features` before scaling, since every fold learns its own scaler. */
interface Labelled {
  readonly features: FeatureRows;
  readonly scaled: FeatureRows;
  readonly labels: Uint8Array;
  readonly folds: Folds;
}

function foldsOf(rows: readonly TrainingRow[], wanted: number) {
  const sites = rows.map(({ site }) => site);
  const count = Math.max(2, Math.min(wanted, rows.length));
  return new Set(sites).size >= count
    ? { folds: groupFolds(sites, count), foldedBy: "site" as const, count }
    : {
      folds: stratifiedFolds(rows.map((row) => row.isContent * 2 + row.isTitle), count),
      foldedBy: "row" as const,
      count,
    };
}

function stageOf(given: Labelled, settings: SvmSettings, k: number): Stage {
  const values = heldOutValues(given, settings, k);
  return {
    svm: trainSvm(given.scaled, given.labels, settings).svm,
    sigmoid: fitSigmoid(values, given.labels),
    rows: given.labels.length,
    heldOut: scoresOf(given.labels, labelsOf(values)),
  };
}

/** Decision values of every row by a classifier that was trained without its fold. */
function heldOutValues({ features, labels, folds }: Labelled, settings: SvmSettings, k: number) {
  const values = new Float64Array(labels.length);
  for (const { train, test } of splits(folds, k)) {
    const known = Uint8Array.from(train, (row) => labels[row]!);
    if (!bothOccur(known)) {
      for (const row of test) values[row] = known[0] === 1 ? 1 : -1;
      continue;
    }
    const scaler = fitScaler(pickRows(features, train));
    const { svm } = trainSvm(scaleRows(scaler, pickRows(features, train)), known, settings);
    const told = decisionValues(svm, scaleRows(scaler, pickRows(features, test)));
    test.forEach((row, at) => values[row] = told[at]!);
  }
  return values;
}

function bothOccur(labels: Uint8Array): boolean {
  return labels.includes(0) && labels.includes(1);
}

/** scikit-learn's "balanced": rows / (2 × rows of the label). */
function balanced(labels: Uint8Array): [number, number] {
  const ones = labels.reduce((sum, label) => sum + label, 0);
  return [labels.length / (2 * (labels.length - ones)), labels.length / (2 * ones)];
}
