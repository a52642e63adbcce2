/**
 * Days on which nothing is wrong, however much happens.
 *
 * A benign day must be believed and reported exactly. The exceptions are declared: on a day of which
 * one pattern changes a large part of the register, a law and a defect of the site look the same, and
 * a sane product asks a person once instead of reporting hundreds of changes. Such a kind says why
 * (`asked`) and what the question may name; believing it is right too.
 *
 * @module
 */

import type { Benign } from "./benign_draw.ts";
import { REGISTER_DAYS } from "./benign_register.ts";
import { SITE_DAYS } from "./benign_site.ts";

/** Every kind, in the order of the table. */
export const BENIGN: readonly Benign[] = [...REGISTER_DAYS, ...SITE_DAYS];
