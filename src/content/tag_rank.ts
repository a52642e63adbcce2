/**
 * Tags as numbers in an order that trees can cut: from furniture to running text.
 *
 * @module
 */

const ORDER =
  ("? script iframe input select option button label form nav menu footer aside header dialog " +
    "fieldset legend svg img a li ul ol dd dt dl span small i em strong b time td th tr tbody thead table " +
    "caption div section body main article details summary figure figcaption center font address h6 h5 " +
    "h4 h3 h2 h1 hgroup blockquote p pre code").split(" ");
const RANKS: ReadonlyMap<string, number> = new Map(ORDER.map((tag, i) => [tag, i]));
/** Elements of the page's own making stand beside `div`. */
const OWN_MAKING = ORDER.indexOf("div") + 0.5;

/** The tag's number; 0 for one that says nothing. */
export function tagRank(tag: string): number {
  return RANKS.get(tag) ?? (tag.includes("-") ? OWN_MAKING : 0);
}
