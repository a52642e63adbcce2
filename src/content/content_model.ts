/**
 * The trained model of content: what it consists of, how it is written as JSON and read back.
 *
 * Reading is strict: a model for other features, or one that was altered, is refused. How it was
 * trained and how well it does is told by its card, `model_card.md`.
 *
 * @module
 */

import { ConfigurationError } from "../configuration_error.ts";
import { canonical, digestOf } from "../digest.ts";
import { FEATURE_NAMES } from "./block_features.ts";
import type { BoostedTrees } from "./boosted_trees.ts";
import { BUCKETS } from "./hashed_tokens.ts";
import { type Lexicon, LEXICON_NAMES } from "./lexicon_features.ts";
import { type PackedTrees, packTrees, unpackTrees } from "./packed_trees.ts";
import { STAGE_NAMES } from "./stage_features.ts";
import { TITLE_NAMES } from "./title_candidates.ts";

/** A model ready for use. */
export interface ContentModel {
  /** Name and version, as extractions name it. */
  readonly name: string;
  readonly lexicon: Lexicon;
  /** Over {@linkcode FEATURE_NAMES} and {@linkcode LEXICON_NAMES}. */
  readonly first: BoostedTrees;
  /** Over these and {@linkcode STAGE_NAMES}. */
  readonly second: BoostedTrees;
  /** Over {@linkcode TITLE_NAMES}: ranks what may be the title. */
  readonly title: BoostedTrees;
  readonly training: Training;
}

/** What a model was trained on, and its scores on sites it had not seen. */
export interface Training {
  readonly data: string;
  /** SHA-256 of the training data's labels. */
  readonly digest: string;
  readonly pages: number;
  /** Word F1 by page type, and title accuracy, cross-validated by site. */
  readonly scores: Readonly<Record<string, number>>;
}

/** The JSON form; tables are base64. */
export interface ContentModelJson {
  readonly format: "dmf-content-model/1";
  readonly name: string;
  /** SHA-256 of the names of all columns. */
  readonly features: string;
  readonly training: Training;
  readonly lexicon: { readonly scale: number; readonly names: string; readonly words: string };
  readonly first: PackedTrees;
  readonly second: PackedTrees;
  readonly title: PackedTrees;
  /** SHA-256 of all else. */
  readonly digest: string;
}

const FIRST_WIDTH = FEATURE_NAMES.length + LEXICON_NAMES.length;
const SECOND_WIDTH = FIRST_WIDTH + STAGE_NAMES.length;

/** Largest size of a lexicon's entry in its JSON form. */
const STEPS = 127;

/** Writes a model. */
export function contentModelJson(model: ContentModel): ContentModelJson {
  const { names, words } = model.lexicon;
  const scale = Math.max(1e-6, largest(names), largest(words)) / STEPS;
  const body = {
    format: "dmf-content-model/1" as const,
    name: model.name,
    features: featuresDigest(),
    training: model.training,
    lexicon: { scale, names: steps(names, scale), words: steps(words, scale) },
    first: packTrees(model.first),
    second: packTrees(model.second),
    title: packTrees(model.title),
  };
  return { ...body, digest: digestOf(canonical(body)) };
}

/** Reads a model; `file` is named in the error where it is refused. */
export function readContentModel(json: unknown, file: string): ContentModel {
  const { digest, ...body } = json as Partial<ContentModelJson>;
  if (body.format !== "dmf-content-model/1") {
    throw refused(file, "dmf-content-model/1", `${body.format}`);
  }
  const found = digestOf(canonical(body));
  if (digest !== found) throw refused(file, `digest ${digest}`, found);
  if (body.features !== featuresDigest()) {
    throw refused(file, `features ${featuresDigest()}`, `${body.features}`);
  }
  const { name, training, lexicon, first, second, title } = body as ContentModelJson;
  return {
    name,
    training,
    lexicon: {
      names: table(lexicon.names, lexicon.scale),
      words: table(lexicon.words, lexicon.scale),
    },
    first: unpackTrees(first, FIRST_WIDTH),
    second: unpackTrees(second, SECOND_WIDTH),
    title: unpackTrees(title, TITLE_NAMES.length),
  };
}

function featuresDigest(): string {
  return digestOf([...FEATURE_NAMES, ...LEXICON_NAMES, ...STAGE_NAMES, ...TITLE_NAMES].join())
    .slice(0, 16);
}

function refused(file: string, expected: string, found: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${file}" 모델을 쓸 수 없습니다: "${expected}"이어야 하는데 "${found}"입니다. ` +
      `이 버전의 dmf와 함께 배포된 모델을 쓰거나 다시 학습하십시오.`,
    en: `Cannot use the model "${file}": expected "${expected}", found "${found}". ` +
      `Use the model that comes with this version of dmf, or train it again.`,
  });
}

function largest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** The lexicon as it is after it was written and read. */
export function roundedLexicon({ names, words }: Lexicon): Lexicon {
  const scale = Math.max(1e-6, largest(names), largest(words)) / STEPS;
  return { names: table(steps(names, scale), scale), words: table(steps(words, scale), scale) };
}

function steps(values: Float32Array, scale: number): string {
  return new Uint8Array(Int8Array.from(values, (value) => Math.round(value / scale)).buffer)
    .toBase64();
}

function table(text: string, scale: number): Float32Array {
  const values = new Int8Array(Uint8Array.fromBase64(text).buffer);
  const result = new Float32Array(BUCKETS);
  values.forEach((value, i) => result[i] = value * scale);
  return result;
}
