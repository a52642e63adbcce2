/**
 * The JSON of a two-stage model: written compactly, read strictly.
 *
 * Numbers keep nine significant digits, which moves a decision value by less than the training's own
 * tolerance and halves the file.
 *
 * @module
 */

import { unreadable } from "../configuration_error.ts";
import { parseJson } from "../json_text.ts";
import type { Sentence } from "../refusal.ts";
import { checkShape } from "../schema_check.ts";
import { type FeatureRows, toRows } from "./feature_rows.ts";
import { MODEL_SCHEMA } from "./svm_model_schema.ts";
import type { Stage, TwoStageModel } from "./two_stage_model.ts";
import { VISUAL_FEATURES } from "./visual_block.ts";

/** What the files call themselves. */
export const SVM_FORMAT = "dmf-two-stage-svm";
/** Raised where a file of an earlier program could be read wrongly. */
export const SVM_FORMAT_VERSION = 1;

/** The file's text; equal models give equal texts. */
export function writeSvmModel(model: TwoStageModel): string {
  const { category, scaler, settings, content, title, data } = model;
  const file = {
    format: SVM_FORMAT,
    version: SVM_FORMAT_VERSION,
    category,
    features: VISUAL_FEATURES,
    data,
    settings,
    scaler: { mean: scaler.mean.map(short), scale: scaler.scale.map(short) },
    content: stageFile(content),
    title: title === null ? null : stageFile(title),
  };
  return `${JSON.stringify(file)}\n`;
}

/**
 * Reads a model.
 *
 * @throws {ConfigurationError} naming the file, the key, what is expected and what was found.
 */
export function readSvmModel(text: string, file: string): TwoStageModel {
  const value = parseJson(text, file);
  refuseForeign(value, file);
  checkShape(value, MODEL_SCHEMA, file);
  const read = value as ModelFile;
  const { category, scaler, settings, data } = read;
  refuseUnfit(read, file);
  const content = stageFrom(read.content, "content", read, file);
  const title = read.title === null ? null : stageFrom(read.title, "title", read, file);
  return { category, scaler, settings, content, title, data };
}

type StageFile = Omit<Stage, "svm"> & {
  readonly rho: number;
  readonly coefficients: readonly number[];
  /** Row after row. */
  readonly vectors: readonly number[];
};

type ModelFile = Omit<TwoStageModel, "content" | "title"> & {
  readonly features: readonly string[];
  readonly content: StageFile;
  readonly title: StageFile | null;
};

function stageFile({ svm, sigmoid, rows, heldOut }: Stage): StageFile {
  return {
    rows,
    heldOut,
    sigmoid,
    rho: short(svm.rho),
    coefficients: Array.from(svm.coefficients, short),
    vectors: Array.from(svm.vectors.values, short),
  };
}

function stageFrom(
  { rows, heldOut, sigmoid, rho, coefficients, vectors }: StageFile,
  name: string,
  { settings }: ModelFile,
  file: string,
): Stage {
  const width = VISUAL_FEATURES.length;
  if (vectors.length !== coefficients.length * width) {
    throw unreadable(file, {
      ko: `"${name}.vectors"에는 "${name}.coefficients"의 ${width}배인 ` +
        `${coefficients.length * width}개의 수가 있어야 합니다(현재: ${vectors.length}개).`,
      en: `"${name}.vectors" must have ${coefficients.length * width} numbers, ` +
        `${width} for each of "${name}.coefficients", found ${vectors.length}`,
    });
  }
  const laid: FeatureRows = { ...toRows([], width), count: coefficients.length };
  return {
    svm: {
      kernel: settings.kernel,
      vectors: { ...laid, values: Float64Array.from(vectors) },
      coefficients: Float64Array.from(coefficients),
      rho,
    },
    sigmoid,
    rows,
    heldOut,
  };
}

/** A file of another kind or time deserves more than the name of its first unknown key. */
function refuseForeign(value: unknown, file: string) {
  const { format, version } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== SVM_FORMAT) throw unreadable(file, NO_MODEL);
  if (version !== SVM_FORMAT_VERSION) {
    const found = JSON.stringify(version) ?? "-";
    throw unreadable(file, {
      ko: `모델 형식 ${SVM_FORMAT_VERSION}판이어야 하는데 ${found}판입니다. ` +
        '"dmf train"으로 다시 학습하십시오.',
      en: `expected version ${SVM_FORMAT_VERSION} of the model format, found ${found}; ` +
        'train it again with "dmf train"',
    });
  }
}

/** What the schema cannot say. */
function refuseUnfit({ settings, features }: ModelFile, file: string) {
  if (settings.kernel.kind === "rbf" && settings.kernel.gamma === undefined) {
    throw unreadable(file, {
      ko: '"settings.kernel.gamma" 키가 없습니다.',
      en: '"settings.kernel.gamma" is missing',
    });
  }
  const [found, expected] = [features.join(", "), VISUAL_FEATURES.join(", ")];
  if (found === expected) return;
  throw unreadable(file, {
    ko: `"features" 값은 ${expected} 순서여야 합니다(현재: ${found}).`,
    en: `"features" must be ${expected} in this order, found ${found}`,
  });
}

const NO_MODEL: Sentence = {
  ko: `"dmf train"이 쓴 모델이 아닙니다("format" 값이 "${SVM_FORMAT}"이어야 합니다).`,
  en: `it is no model that "dmf train" wrote ("format" must be "${SVM_FORMAT}")`,
};

function short(value: number): number {
  return Number(value.toPrecision(9));
}
