/**
 * The shape of a two-stage model's file, draft 7 of JSON Schema.
 *
 * @module
 */

import { VISUAL_FEATURES } from "./visual_block.ts";

const NUMBER = { type: "number" };
const COUNT = { type: "integer", minimum: 0 };
const SHARE = { type: "number", minimum: 0, maximum: 1 };

function object(properties: Readonly<Record<string, object>>): object {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function list(items: object, length?: number): object {
  return {
    type: "array",
    items,
    ...(length === undefined ? { minItems: 1 } : { minItems: length, maxItems: length }),
  };
}

const SCORES = object({
  truePositive: COUNT,
  falsePositive: COUNT,
  falseNegative: COUNT,
  trueNegative: COUNT,
  accuracy: SHARE,
  precision: SHARE,
  recall: SHARE,
  f1: SHARE,
});

const STAGE_PROPERTIES = {
  rows: COUNT,
  heldOut: SCORES,
  sigmoid: object({ a: NUMBER, b: NUMBER }),
  rho: NUMBER,
  coefficients: list(NUMBER),
  vectors: list(NUMBER),
};

const POSITIVE = { type: "number", exclusiveMinimum: 0 };

const KERNEL = {
  type: "object",
  properties: { kind: { enum: ["rbf", "linear"] }, gamma: POSITIVE },
  required: ["kind"],
  additionalProperties: false,
};

export const MODEL_SCHEMA = object({
  format: { type: "string" },
  version: COUNT,
  category: { enum: ["news", "blog", "shop", null] },
  features: { type: "array", items: { enum: [...VISUAL_FEATURES] }, minItems: 5, maxItems: 5 },
  data: object({
    digest: {
      type: "string",
      pattern: "^[0-9a-f]{64}$",
      title: "a SHA-256 in 64 hexadecimal digits",
      titleKo: "16진수 64자리 SHA-256",
    },
    rows: COUNT,
    sites: COUNT,
    folds: COUNT,
    foldedBy: { enum: ["site", "row"] },
  }),
  settings: object({
    kernel: KERNEL,
    c: POSITIVE,
    weights: list(POSITIVE, 2),
    tolerance: POSITIVE,
  }),
  scaler: object({
    mean: list(NUMBER, VISUAL_FEATURES.length),
    scale: list(POSITIVE, VISUAL_FEATURES.length),
  }),
  content: object(STAGE_PROPERTIES),
  title: { ...object(STAGE_PROPERTIES), type: ["object", "null"] },
});
