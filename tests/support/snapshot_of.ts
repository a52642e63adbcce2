/**
 * Snapshots as a browser would answer them, from a tree that a test writes down.
 *
 * @module
 */

import { SNAPSHOT_STYLES } from "../../src/content/dom_snapshot.ts";

/** A text, or an element with what is in it. */
export type Drawn = string | {
  readonly tag?: string;
  /** A text of its own box. */
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** x, y, width, height; left out, it is the parent's; `null` has no box. */
  readonly box?: readonly [number, number, number, number] | null;
  readonly style?: Readonly<Record<string, string>>;
  readonly source?: string;
  /** Index of the document in it. */
  readonly frame?: number;
  readonly pseudo?: string;
  readonly shadow?: string;
  readonly children?: readonly Drawn[];
};

const PLAIN: Readonly<Record<string, string>> = {
  display: "block",
  visibility: "visible",
  opacity: "1",
  "font-size": "16px",
  "font-weight": "400",
  color: "rgb(0, 0, 0)",
  "background-color": "rgba(0, 0, 0, 0)",
  "background-image": "none",
  "overflow-x": "visible",
  "overflow-y": "visible",
  position: "static",
  clip: "auto",
  "clip-path": "none",
};
/** What a text and its descendants take from an element. */
const INHERITED = ["visibility", "font-size", "font-weight", "color"];

/** A document to be drawn. */
export interface DrawnDocument {
  readonly url?: string;
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
  readonly head?: readonly Drawn[];
  readonly body: readonly Drawn[];
}

/** The answer of `DOMSnapshot.captureSnapshot` for some documents. */
export function snapshotOf(...documents: readonly DrawnDocument[]): object {
  const strings: string[] = [];
  const index = (text: string) => {
    const at = strings.indexOf(text);
    return at >= 0 ? at : strings.push(text) - 1;
  };
  return { documents: documents.map((document) => new Drawing(index).draw(document)), strings };
}

class Drawing {
  readonly nodes = {
    parentIndex: [] as number[],
    nodeType: [] as number[],
    nodeName: [] as number[],
    nodeValue: [] as number[],
    attributes: [] as number[][],
    currentSourceURL: { index: [] as number[], value: [] as number[] },
    contentDocumentIndex: { index: [] as number[], value: [] as number[] },
    shadowRootType: { index: [] as number[], value: [] as number[] },
    pseudoType: { index: [] as number[], value: [] as number[] },
  };
  readonly layout = {
    nodeIndex: [] as number[],
    bounds: [] as (readonly number[])[],
    styles: [] as number[][],
  };

  constructor(readonly index: (text: string) => number) {}

  draw({ url, title, width = 1280, height = 900, head, body }: DrawnDocument): object {
    const page = [0, 0, width, height] as const;
    this.#node(-1, 9, "#document", "", {});
    this.#add(
      {
        tag: "html",
        children: [{ tag: "head", box: null, children: head ?? [] }, {
          tag: "body",
          children: body,
        }],
      },
      0,
      page,
      PLAIN,
    );
    return {
      documentURL: this.index(url ?? "http://page.invalid/"),
      baseURL: this.index(url ?? "http://page.invalid/"),
      title: this.index(title ?? ""),
      contentWidth: width,
      contentHeight: height,
      nodes: this.nodes,
      layout: this.layout,
    };
  }

  #add(
    given: Drawn,
    parent: number,
    around: readonly number[] | null,
    inherited: Readonly<Record<string, string>>,
  ): void {
    const drawn = typeof given === "string" ? { text: given } : given;
    const isText = drawn.text !== undefined;
    const { tag = "div", attributes = {} } = drawn;
    const at = isText
      ? this.#node(parent, 3, "#text", drawn.text, {})
      : this.#node(parent, 1, tag.toUpperCase(), "", attributes);
    const style = { ...inherited, ...drawn.style };
    const box = drawn.box === undefined ? around : drawn.box;
    if (box !== null) {
      this.layout.nodeIndex.push(at);
      this.layout.bounds.push(box);
      this.layout.styles.push(SNAPSHOT_STYLES.map((name) => this.index(style[name] ?? "")));
    }
    const rare = [
      ["currentSourceURL", drawn.source === undefined ? null : this.index(drawn.source)],
      ["contentDocumentIndex", drawn.frame ?? null],
      ["shadowRootType", drawn.shadow === undefined ? null : this.index(drawn.shadow)],
      ["pseudoType", drawn.pseudo === undefined ? null : this.index(drawn.pseudo)],
    ] as const;
    for (const [name, value] of rare) {
      if (value === null) continue;
      this.nodes[name].index.push(at);
      this.nodes[name].value.push(value);
    }
    const handed = Object.fromEntries(
      Object.entries(PLAIN).map((
        [name, plain],
      ) => [name, INHERITED.includes(name) ? style[name]! : plain]),
    );
    for (const child of drawn.children ?? []) this.#add(child, at, box, handed);
  }

  #node(
    parent: number,
    type: number,
    name: string,
    value: string,
    attributes: Readonly<Record<string, string>>,
  ): number {
    this.nodes.nodeType.push(type);
    this.nodes.nodeName.push(this.index(name));
    this.nodes.nodeValue.push(this.index(value));
    this.nodes.attributes.push(Object.entries(attributes).flat().map(this.index));
    return this.nodes.parentIndex.push(parent) - 1;
  }
}
