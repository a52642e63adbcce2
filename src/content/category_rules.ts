/**
 * Rules that take nodes out before blocks are made, as data: the paper's, and the same generalised.
 *
 * The two sets stand in `category_rules.json`; a file of one's own replaces the rules of the categories it
 * names. What a rule does to a page is in `apply_rules.ts`.
 *
 * @module
 */

import { unreadable } from "../configuration_error.ts";
import { parseJson } from "../json_text.ts";
import { checkShape } from "../schema_check.ts";
import BUILT_IN from "./category_rules.json" with { type: "json" };
import type { Category } from "./page_node.ts";

/** One rule; lists are alternatives. */
export type CategoryRule =
  /** Links to another host, or to another site whatever its hosts are called. */
  | {
    readonly drop: "links-elsewhere";
    readonly than: "host" | "site";
    /** Only where links make up this share of the text around, 0 to 1; 0 if left out. */
    readonly leastLinkShare?: number;
  }
  /** Everything in elements of these tags or roles. */
  | {
    readonly drop: "elements";
    readonly tags?: readonly string[];
    readonly roles?: readonly string[];
  }
  /** Everything in elements whose id or class tells so. */
  | Marked & { readonly drop: "marked" }
  /**
   * Everything below the bottom line: of every word the lowest element that it marks and that begins
   * below `from` of the page, and of these the highest.
   */
  | Marked & { readonly drop: "below-bottom-line"; readonly from: number }
  /** The nearest box around every link, with all that is in it. */
  | {
    readonly drop: "link-boxes";
    readonly tags: readonly string[];
    readonly leastLinkShare?: number;
    /** Only boxes of at most so many nodes. */
    readonly mostNodes?: number;
  };

/** Elements by their tag and what their id or class says. */
export interface Marked {
  readonly tags: readonly string[];
  /** Lower case; `#word` means the id alone. */
  readonly words: readonly string[];
  /** Anywhere in the name, or as one of the words it is made of. */
  readonly match: "part" | "word";
}

/** Rules by category. */
export type CategoryRules = Readonly<Record<Category, readonly CategoryRule[]>>;

/** The paper's rules as it states them. */
export const PAPER_RULES = BUILT_IN.paper as CategoryRules;
/** The same intents, tied to no site. */
export const GENERAL_RULES = BUILT_IN.general as CategoryRules;

/**
 * Reads a file of rules; a category it leaves out keeps {@linkcode GENERAL_RULES}.
 *
 * @throws {ConfigurationError} naming the file, the key, what is expected and what was found.
 */
export function readCategoryRules(text: string, file: string): CategoryRules {
  const value = parseJson(text, file);
  checkShape(value, RULES_SCHEMA, file);
  const { news, blog, shop } = value as Partial<CategoryRules>;
  const given = { news, blog, shop };
  for (const [category, rules] of Object.entries(given)) {
    rules?.forEach((rule, at) => refuseUnfit(rule, `${category}[${at}]`, file));
  }
  return {
    news: news ?? GENERAL_RULES.news,
    blog: blog ?? GENERAL_RULES.blog,
    shop: shop ?? GENERAL_RULES.shop,
  };
}

/** Keys of each kind of rule: those it must have, and those it may. */
const KEYS: Readonly<Record<CategoryRule["drop"], readonly [must: string[], may: string[]]>> = {
  "links-elsewhere": [["than"], ["leastLinkShare"]],
  "elements": [[], ["tags", "roles"]],
  "marked": [["tags", "words", "match"], []],
  "below-bottom-line": [["tags", "words", "match", "from"], []],
  "link-boxes": [["tags"], ["leastLinkShare", "mostNodes"]],
};

function refuseUnfit(rule: CategoryRule, where: string, file: string) {
  const [must, may] = KEYS[rule.drop];
  const all = [...must, ...may].join(", ");
  for (const key of must) {
    if (key in rule) continue;
    throw unreadable(file, {
      ko: `"${where}.${key}" 키가 없습니다. "${rule.drop}" 규칙의 키: ${all}.`,
      en: `"${where}.${key}" is missing; "${rule.drop}" has the keys ${all}`,
    });
  }
  for (const key of Object.keys(rule)) {
    if (key === "drop" || must.includes(key) || may.includes(key)) continue;
    throw unreadable(file, {
      ko: `"${where}.${key}" 키는 "${rule.drop}" 규칙에 쓸 수 없습니다. 쓸 수 있는 키: ${all}.`,
      en: `"${where}.${key}" does not belong to "${rule.drop}", which has the keys ${all}`,
    });
  }
}

const WORDS = {
  type: "array",
  minItems: 1,
  maxItems: 200,
  items: { type: "string", minLength: 1 },
};
const SHARE = { type: "number", minimum: 0, maximum: 1 };

const RULE_SCHEMA = {
  type: "object",
  properties: {
    drop: { enum: Object.keys(KEYS) },
    than: { enum: ["host", "site"] },
    leastLinkShare: SHARE,
    tags: WORDS,
    roles: WORDS,
    words: WORDS,
    match: { enum: ["part", "word"] },
    from: SHARE,
    mostNodes: { type: "integer", minimum: 1 },
  },
  required: ["drop"],
  additionalProperties: false,
};

const RULES_SCHEMA = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    ...Object.fromEntries(
      ["news", "blog", "shop"].map((name) => [name, { type: "array", items: RULE_SCHEMA }]),
    ),
  },
  additionalProperties: false,
};
