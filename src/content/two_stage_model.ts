/**
 * The two-stage SVM of one category as a value: is a block content, and if so, is it the title?
 *
 * Pure data and what it says of blocks; it is trained in `train_stages.ts` and written as JSON in
 * `svm_model.ts`.
 *
 * @module
 */

import { type FeatureRows, pickRows } from "./feature_rows.ts";
import type { Category } from "./page_node.ts";
import { probability, type Sigmoid } from "./platt.ts";
import type { Scores } from "./scores.ts";
import { scaleRows, type StandardScaler } from "./standard_scaler.ts";
import { decisionValues } from "./svm_predict.ts";
import type { Svm, SvmSettings } from "./svm_train.ts";

/** One classifier with its probabilities, and how it did on held-out folds. */
export interface Stage {
  readonly svm: Svm;
  readonly sigmoid: Sigmoid;
  /** Rows it was trained on. */
  readonly rows: number;
  /** Of all folds together, each row told by a classifier that did not see its fold. */
  readonly heldOut: Scores;
}

/** What a category's model was made of. */
export interface TrainingData {
  /** SHA-256 of the rows in canonical form. */
  readonly digest: string;
  readonly rows: number;
  readonly sites: number;
  readonly folds: number;
  /** Whether folds are whole sites, or rows drawn with equal shares of the labels. */
  readonly foldedBy: "site" | "row";
}

/** Scaler and two classifiers of one category. */
export interface TwoStageModel {
  readonly category: Category | null;
  readonly scaler: StandardScaler;
  readonly settings: Omit<SvmSettings, "cacheBytes">;
  readonly content: Stage;
  /** `null` where no training row was a title, or every content row was. */
  readonly title: Stage | null;
  readonly data: TrainingData;
}

/** What a model says of a block. */
export interface Told {
  readonly isContent: boolean;
  readonly isTitle: boolean;
  /** Probability of being content, 0 to 1. */
  readonly score: number;
  /** Decision value of the second stage; −Infinity where it was not asked. */
  readonly titleValue: number;
}

/** Tells every row: the second stage is asked of what the first calls content. */
export function tellBlocks(model: TwoStageModel, rows: FeatureRows): readonly Told[] {
  const scaled = scaleRows(model.scaler, rows);
  const values = decisionValues(model.content.svm, scaled);
  const content = Array.from(values.keys()).filter((row) => values[row]! > 0);
  const titles = new Map<number, number>();
  if (model.title !== null) {
    const told = decisionValues(model.title.svm, pickRows(scaled, content));
    content.forEach((row, at) => titles.set(row, told[at]!));
  }
  return Array.from(values, (value, row) => {
    const titleValue = titles.get(row) ?? -Infinity;
    return {
      isContent: value > 0,
      isTitle: titleValue > 0,
      score: probability(model.content.sigmoid, value),
      titleValue,
    };
  });
}
