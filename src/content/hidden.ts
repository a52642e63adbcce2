/**
 * Which elements a reader never sees, as far as the page itself tells.
 *
 * @module
 */

import { attribute, type HtmlElement } from "../html.ts";

/** Elements whose content is not shown, whatever their style. */
export const NEVER_SEEN: ReadonlySet<string> = new Set(
  ("area audio base canvas col colgroup datalist embed head iframe link meta noembed noframes object " +
    "param script select source style template title track video").split(" "),
);

/** Whether an element and all below it are hidden by its own attributes. */
export function isHidden(element: HtmlElement): boolean {
  if (attribute(element, "hidden") !== null) return true;
  const style = attribute(element, "style");
  return style !== null && HIDING.test(style);
}

const HIDING =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9]))/i;
