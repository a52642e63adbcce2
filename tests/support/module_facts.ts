/**
 * Reads from one source file what the architecture rules need to know about it.
 *
 * The parser is Deno's own, borrowed from `deno lint`: it is there in every `deno test`.
 *
 * @module
 */

/** A file below `src/`, by its path from there. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** One import, export-from or `import()`. */
export interface Import {
  readonly specifier: string;
  /** Path from `src/` where it leads there, otherwise `null`. */
  readonly target: string | null;
  readonly names: readonly string[];
  readonly line: number;
}

/** What one file says about itself. */
export interface Facts {
  readonly path: string;
  readonly lines: number;
  /** The comment that opens the file. */
  readonly header: string;
  readonly imports: readonly Import[];
  /** Uses of network, disk, clock, chance, console or process. */
  readonly world: readonly { readonly name: string; readonly line: number }[];
  /** Text literals; `query` where one is the key of a search parameter. */
  readonly texts: readonly {
    readonly value: string;
    readonly line: number;
    readonly query: boolean;
  }[];
  readonly interfaces: readonly { readonly name: string; readonly methods: number }[];
  /** Names exported from elsewhere; `*` for all of them. */
  readonly reexports: readonly string[];
  readonly onlyReexports: boolean;
}

const WORLD = new Set(
  "Deno console performance setTimeout setInterval process Date globalThis self navigator Worker WebSocket localStorage"
    .split(" "),
);
const WORLD_MEMBERS = new Set(["Temporal.Now", "Math.random", "AbortSignal.timeout"]);

// The tree has no exported types for all of its nodes.
// deno-lint-ignore no-explicit-any
type Node = any;

/** Parses `source`; throws where it is no TypeScript. */
export function factsOf({ path, text }: Source): Facts {
  const imports: Import[] = [];
  const world: { name: string; line: number }[] = [];
  const texts: { value: string; line: number; query: boolean }[] = [];
  const interfaces: { name: string; methods: number }[] = [];
  const reexports: string[] = [];
  let onlyReexports = false;
  const lineOf = (node: Node) => text.slice(0, node.range[0]).split("\n").length;
  const take = (node: Node, specifier: string, names: readonly string[]) =>
    imports.push({ specifier, target: targetOf(path, specifier), names, line: lineOf(node) });
  const visitor = {
    Program(node: Node) {
      onlyReexports = node.body.length > 0 &&
        node.body.every((each: Node) => /^Export/.test(each.type) && each.source);
    },
    ImportDeclaration(node: Node) {
      take(
        node,
        node.source.value,
        node.specifiers.map((each: Node) => each.imported?.name ?? "*"),
      );
    },
    ImportExpression(node: Node) {
      take(node, String(node.source.value), ["*"]);
    },
    TSImportType(node: Node) {
      take(node, String((node.argument?.literal ?? node.argument)?.value), ["*"]);
    },
    ExportAllDeclaration(node: Node) {
      take(node, node.source.value, ["*"]);
      reexports.push("*");
    },
    ExportNamedDeclaration(node: Node) {
      if (!node.source) return;
      const names = node.specifiers.map((each: Node) => each.local.name);
      take(node, node.source.value, names);
      reexports.push(...names);
    },
    Identifier(node: Node) {
      const name = worldName(node);
      if (name !== null) world.push({ name, line: lineOf(node) });
    },
    Literal(node: Node) {
      if (typeof node.value !== "string" || /^(Im|Ex)port/.test(node.parent.type)) return;
      texts.push({ value: node.value, line: lineOf(node), query: isQueryKey(node, text) });
    },
    TemplateElement(node: Node) {
      texts.push({ value: node.cooked, line: lineOf(node), query: false });
    },
    TSInterfaceDeclaration(node: Node) {
      const methods = node.body.body.filter((each: Node) => isMethod(each)).length;
      interfaces.push({ name: node.id.name, methods });
    },
  };
  const rule = { create: () => visitor };
  Deno.lint.runPlugin({ name: "facts", rules: { read: rule } }, path, text);
  const header = /^\s*(\/\*[\s\S]*?\*\/)/.exec(text)?.[1] ?? "";
  const lines = text.trimEnd().split("\n").length;
  return { path, lines, header, imports, world, texts, interfaces, reexports, onlyReexports };
}

function targetOf(path: string, specifier: string): string | null {
  if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) return null;
  const root = "file:///src/";
  const url = new URL(specifier, root + path).href;
  return url.startsWith(root) ? url.slice(root.length) : null;
}

/** What `node` takes from the world, as one would write it; `null` where it takes nothing. */
function worldName(node: Node): string | null {
  if (!isReference(node)) return null;
  const { name } = node;
  const member = memberOf(node);
  if (WORLD.has(name)) return member === null ? name : `${name}.${member}`;
  if (member !== null && WORLD_MEMBERS.has(`${name}.${member}`)) return `${name}.${member}`;
  // Digests are computed; everything else of Web Crypto is chance.
  if (name === "crypto" && member !== "subtle") return `crypto.${member ?? "*"}`;
  // `fetch` is also the name of a port, which is not called but asked.
  const call = node.parent.type === "CallExpression" && same(node.parent.callee, node);
  return name === "fetch" && call ? "fetch()" : null;
}

function memberOf(node: Node): string | null {
  const { parent } = node;
  if (parent.type === "TSQualifiedName" && same(parent.left, node)) return parent.right.name;
  if (parent.type !== "MemberExpression" || !same(parent.object, node)) return null;
  return parent.property.name ?? parent.property.value ?? null;
}

/** Whether an identifier means the thing of that name, not a key, a member or an import. */
function isReference(node: Node): boolean {
  const { parent } = node;
  switch (parent.type) {
    case "MemberExpression":
      return parent.computed || !same(parent.property, node);
    case "TSQualifiedName":
      return same(parent.left, node);
    case "Property":
      return parent.shorthand || parent.computed || !same(parent.key, node);
    case "MethodDefinition":
    case "PropertyDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return parent.computed || !same(parent.key, node);
    default:
      return !/^(Im|Ex)port.*Specifier$/.test(parent.type);
  }
}

function isMethod(node: Node): boolean {
  return node.type === "TSMethodSignature" ||
    node.type === "TSPropertySignature" &&
      node.typeAnnotation?.typeAnnotation?.type === "TSFunctionType";
}

function isQueryKey(node: Node, text: string): boolean {
  const { parent } = node;
  if (parent.type !== "CallExpression" || !same(parent.arguments[0], node)) return false;
  if (parent.callee.type !== "MemberExpression") return false;
  const [start, end] = parent.callee.object.range;
  return /param|query|search/i.test(text.slice(start, end));
}

function same(a: Node, b: Node): boolean {
  return a.range[0] === b.range[0] && a.range[1] === b.range[1];
}
