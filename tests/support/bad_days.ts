/**
 * Every clause of the kinds 1, 7, 8 and 11 to 14 of the known failures, each as one morning.
 *
 * @module
 */

import type { BadDay } from "./bad_day.ts";
import { CHARSET_DAYS } from "./bad_days_charset.ts";
import { HTTP_DAYS } from "./bad_days_http.ts";
import { LIST_DAYS } from "./bad_days_list.ts";
import { ROBOTS_DAYS } from "./bad_days_robots.ts";
import { TABLE_DAYS } from "./bad_days_table.ts";

/** All of them, by kind. */
export const ALL_BAD_DAYS: readonly BadDay[] = [
  ...LIST_DAYS,
  ...TABLE_DAYS,
  ...CHARSET_DAYS,
  ...ROBOTS_DAYS,
  ...HTTP_DAYS,
];

/** The few that stand for all in the everyday suite. */
export const EVERYDAY_BAD_DAYS: readonly BadDay[] = ALL_BAD_DAYS.filter(({ everyday }) => everyday);
