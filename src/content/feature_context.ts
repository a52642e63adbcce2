/**
 * What a feature of a block is, and everything that it may look at.
 *
 * @module
 */

import type { Edges, Likeness, Repeats } from "./block_marks.ts";
import type { PageFacts } from "./page_facts.ts";
import type { PageGroups } from "./page_groups.ts";
import type { Densest, Landmarks } from "./page_landmarks.ts";
import type { PageShape } from "./page_shape.ts";
import type { Marks, Windows } from "./reading_order.ts";

/** Everything a feature may look at. */
export interface FeatureContext {
  readonly facts: PageFacts;
  /** Rank of every element's tag. */
  readonly tags: Float64Array;
  /** Innermost element of every block's first text, inline ones too. */
  readonly inner: Int32Array;
  /** `chain[k][i]`: block `i`'s `k`-th ancestor that holds more words than the one before; -1. */
  readonly chain: readonly Int32Array[];
  readonly bodySize: number;
  readonly edges: Edges;
  readonly repeats: Repeats;
  readonly likeness: Likeness;
  readonly landmarks: Landmarks;
  readonly densest: Densest;
  readonly groups: PageGroups;
  readonly marks: Marks;
  readonly windows: Windows;
  readonly shape: PageShape;
}

/** A name, and the value for block `i`. */
export type Feature = readonly [name: string, of: (context: FeatureContext, i: number) => number];
