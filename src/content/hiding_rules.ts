/**
 * Classes and ids that a page's own style sheets take from sight.
 *
 * Only the plainest rules are believed, such as `.x { display: none }`: a class that any other rule of
 * the page shows again, by another class beside it or on a wider window, may be seen.
 *
 * @module
 */

/** Selectors that hide, as `.class` and `#id`. */
export type HidingRules = ReadonlySet<string>;

/** Reads style sheets one after the other; linear in their length. */
export function hidingRules(sheets: readonly string[]): HidingRules {
  const hiding = new Set<string>();
  const showing = new Set<string>();
  for (const sheet of sheets) readSheet(sheet, hiding, showing);
  for (const name of showing) hiding.delete(name);
  return hiding;
}

const NAME = /[.#][\w-]+/g;

function readSheet(sheet: string, hiding: Set<string>, showing: Set<string>): void {
  // Each piece ends a block: selectors stand before its last opening brace, declarations behind it.
  const pieces = withoutComments(sheet).split("}");
  /** Blocks around the rule, such as `@media`; true where the outermost is for paper. */
  const around: boolean[] = [];
  for (const piece of pieces) {
    const open = piece.lastIndexOf("{");
    if (open < 0) {
      around.pop();
      continue;
    }
    const before = piece.slice(0, open).split("{");
    const selectors = before.pop() ?? "";
    for (const at of before) around.push(/^\s*@media[^]{0,80}\bprint\b/.test(at));
    const { display, visibility } = statedIn(piece.slice(open + 1));
    if (display === null && visibility === null) continue;
    // What moves is opened by something.
    const moves = /transition|animation/i.test(piece.slice(open + 1));
    const hides = !moves && (display === "none" || (display === null && visibility === "hidden"));
    if (around.includes(true)) continue;
    for (const selector of selectors.split(",")) {
      const plain = /^\s*([.#][\w-]+)\s*$/.exec(selector)?.[1];
      if (hides && plain !== undefined && around.length === 0) hiding.add(plain);
      else if (!hides) { for (const [name] of selector.matchAll(NAME)) showing.add(name); }
    }
  }
}

function statedIn(declarations: string) {
  const display = /(?:^|[;\s])display\s*:\s*([a-z-]+)/i.exec(declarations)?.[1] ?? null;
  const visibility = /(?:^|[;\s])visibility\s*:\s*([a-z]+)/i.exec(declarations)?.[1] ?? null;
  return {
    display: display?.toLowerCase() ?? null,
    visibility: visibility?.toLowerCase() ?? null,
  };
}

function withoutComments(sheet: string): string {
  if (!sheet.includes("/*")) return sheet;
  return sheet.split("/*").map((part, i) => {
    if (i === 0) return part;
    const end = part.indexOf("*/");
    return end < 0 ? "" : part.slice(end + 2);
  }).join("");
}
