/**
 * Checks sources against the rules of the house: pure, so that every rule can be shown to fail.
 *
 * The tables (which module stands where in the flow, who may use what) belong to
 * `architecture_test.ts`. Code is looked at as a syntax tree (`module_facts.ts`): a forbidden word
 * in a comment or in a text is no violation.
 *
 * @module
 */

import { type Facts, factsOf, type Source } from "./module_facts.ts";

/** What the house allows; paths count from `src/`, and one that ends in `/` means a whole folder. */
export interface House {
  /** Stages in flow order; a module may import from its own stage and from those before it. */
  readonly flow: readonly (readonly [stage: string, modules: readonly string[]])[];
  /** Who may touch network, disk, clock, chance and console. */
  readonly world: readonly string[];
  /** Who may import from `adapters/`, besides the adapters. */
  readonly wiring: readonly string[];
  /** For every npm package, the only modules that import it. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Built-in modules that only compute, with the names that may be taken; `*` is all of them. */
  readonly builtins: Readonly<Record<string, readonly string[]>>;
  /** Host names and paths that belong into a selector spec. */
  readonly addresses: readonly string[];
  /** Query parameter names that belong into a selector spec. */
  readonly parameters: readonly string[];
}

const MAX_LINES = 300;
const MAX_MEDIAN = 130;
const MAX_METHODS = 3;
const MEANINGLESS =
  /^(.*_)?(utils?|helpers?|types|constants|common|misc|shared|managers?|mod|index)$/;

/** Every rule that `sources` break, one sentence each; empty where all is well. */
export function violations(sources: readonly Source[], house: House): readonly string[] {
  const modules = sources.map(factsOf);
  return [
    ...modules.flatMap((module) => [
      ...worldRule(module, house),
      ...builtinRule(module, house),
      ...flowRule(module, house),
      ...adapterRule(module, house),
      ...packageRule(module, house),
      ...addressRule(module, house),
      ...shapeRule(module),
    ]),
    ...staleRule(modules, house),
    ...cycleRule(modules),
    ...medianRule(modules),
  ];
}

function covers(entries: readonly string[], path: string): boolean {
  return entries.some((entry) => entry.endsWith("/") ? path.startsWith(entry) : path === entry);
}

function worldRule(module: Facts, house: House): string[] {
  if (covers(house.world, module.path)) return [];
  return module.world.map(({ name, line }) =>
    `src/${module.path}:${line} uses ${name}: the core takes values and returns values; ` +
    "put it behind a port, into adapters/"
  );
}

function builtinRule(module: Facts, house: House): string[] {
  if (covers(house.world, module.path)) return [];
  return module.imports.filter(({ specifier }) => specifier.startsWith("node:")).flatMap(
    (found) => {
      const allowed = house.builtins[found.specifier] ?? [];
      if (allowed.includes("*")) return [];
      const taken = found.names.filter((name) => !allowed.includes(name));
      if (allowed.length > 0 && taken.length === 0) return [];
      return [
        `src/${module.path} imports ${taken.join(", ") || "all"} from "${found.specifier}": ` +
        "the core may take only what computes; use an adapter or extend the table of built-ins",
      ];
    },
  );
}

function stageOf(path: string, { flow }: House): number {
  return flow.findIndex(([, modules]) => covers(modules, path));
}

function flowRule(module: Facts, house: House): string[] {
  const at = stageOf(module.path, house);
  if (at < 0) {
    return [
      `src/${module.path} has no place in the flow: ` +
      "add it to its stage in FLOW of tests/architecture_test.ts",
    ];
  }
  return module.imports.flatMap(({ target, line }) => {
    if (target === null) return [];
    const later = stageOf(target, house);
    if (later <= at) return [];
    return [
      `src/${module.path}:${line} (${house.flow[at]![0]}) imports ${target} ` +
      `(${house.flow[later]![0]}), a later stage: nothing flows back`,
    ];
  });
}

function adapterRule(module: Facts, house: House): string[] {
  if (module.path.startsWith("adapters/") || covers(house.wiring, module.path)) return [];
  return module.imports.filter(({ target }) => target?.startsWith("adapters/")).map(({ target }) =>
    `src/${module.path} imports ${target}: only ${house.wiring.join(", ")} join adapters to ports`
  );
}

function packageRule(module: Facts, house: House): string[] {
  return module.imports.flatMap(({ specifier, target }) => {
    if (target !== null || /^(node:|\.)/.test(specifier)) return [];
    const name = /^(?:npm:\/?)?((?:@[^/]+\/)?[^/@]+)/.exec(specifier)?.[1] ?? specifier;
    if (house.packages[name]?.includes(module.path)) return [];
    const homes = house.packages[name]?.join(", ") ?? "no module yet";
    return [`src/${module.path} imports package "${name}", which is confined to ${homes}`];
  });
}

function addressRule(module: Facts, house: House): string[] {
  if (module.path.startsWith("demo/")) return [];
  const words = [...house.addresses, ...house.parameters.filter((name) => /[A-Z]/.test(name))];
  const text = module.texts.flatMap(({ value, line }) =>
    words.filter((word) => value.includes(word)).map((word) => [word, line] as const)
  );
  // A name such as "page" is an ordinary word elsewhere: it counts only inside a query.
  const query = module.texts.flatMap(({ value, line, query }) =>
    house.parameters
      .filter((name) => query && value === name || new RegExp(`(^|[?&])${name}=`).test(value))
      .map((name) => [name, line] as const)
  );
  return [...new Map([...text, ...query]).entries()].map(([word, line]) =>
    `src/${module.path}:${line} holds "${word}": addresses and parameter names belong into selectors/`
  );
}

function shapeRule({ path, lines, header, reexports, onlyReexports, interfaces }: Facts): string[] {
  const found: string[] = [];
  const name = path.split("/").at(-1)!.replace(/\.ts$/, "");
  if (MEANINGLESS.test(name)) {
    found.push(`src/${path} says nothing by its name: call it what it decides`);
  }
  if (!/^[a-z0-9_]+$/.test(name)) found.push(`src/${path} is not named in snake_case`);
  if (!header.includes("@module")) found.push(`src/${path} opens without a @module comment`);
  if (lines > MAX_LINES && !/longer than 300 lines because/i.test(header)) {
    found.push(
      `src/${path} has ${lines} lines: split it, or let its header say ` +
        '"Longer than 300 lines because …"',
    );
  }
  if (onlyReexports || reexports.includes("*")) {
    found.push(`src/${path} is a barrel: import from the module that holds the thing`);
  }
  if (path !== "ports.ts") return found;
  return found.concat(
    interfaces.filter(({ methods }) => methods > MAX_METHODS).map((port) =>
      `src/${path}: port ${port.name} has ${port.methods} methods, at most ${MAX_METHODS} are allowed`
    ),
  );
}

/** A table that names what is gone would let a later module of that name pass unseen. */
function staleRule(modules: readonly Facts[], house: House): string[] {
  const paths = modules.map(({ path }) => path);
  const named = [
    ...house.flow.flatMap(([, entries]) => entries),
    ...Object.values(house.packages).flat(),
  ];
  return [...new Set(named)]
    .filter((entry) => !entry.endsWith("/") && !paths.includes(entry))
    .map((entry) => `the tables name src/${entry}, which does not exist: remove it there`);
}

function cycleRule(modules: readonly Facts[]): string[] {
  const edges = new Map(
    modules.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    const start = trail.indexOf(path);
    if (start >= 0) return [`circular imports: ${[...trail.slice(start), path].join(" → ")}`];
    if (done.has(path)) return [];
    const found = (edges.get(path) ?? []).flatMap((next) => visit(next, [...trail, path]));
    done.add(path);
    return found;
  };
  return modules.flatMap(({ path }) => visit(path, []));
}

function medianRule(modules: readonly Facts[]): string[] {
  const lengths = modules.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0;
  if (median <= MAX_MEDIAN) return [];
  return [`the median module has ${median} lines, more than ${MAX_MEDIAN}: split the large ones`];
}
