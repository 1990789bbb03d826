import {
  common,
  config,
  first,
  geo,
  geoPackage,
  globals,
  helper,
  node,
  tsconfig,
} from "./changing-texts.test.fixture.js";

/** A plugin of several models that a random test changes step by step. Files are made from what is known of it, so that a change can be taken back. */
export interface ChangingPlugin {
  readonly files: Map<string, string>;
}

/** A number below `bound`, from a sequence that a seed decides. */
export type Random = (bound: number) => number;

/** Numbers that look random, the same for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const start: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "changing", "version": "1.0.0", "type": "module", "license": "MIT" }\n',
  "tsconfig.json": tsconfig(""),
  "cmgen.config.ts": config(""),
  "node_modules/geo/package.json": geoPackage(0),
  "node_modules/geo/index.d.ts": geo(""),
  "node_modules/@types/node/package.json": '{ "name": "@types/node", "version": "20.0.0", "types": "index.d.ts" }',
  "node_modules/@types/node/index.d.ts": node(""),
  "src/code/text.ts": helper(""),
  "src/code/first.ts": first(1),
  "src/types/common.ts": common(""),
  "src/types/options.ts": "export interface Options { fast?: boolean }\n",
  "src/globals.d.ts": globals(""),
  "src/settings.json": '{ "mode": "slow", "level": 1 }\n',
  "src/hooks/first.ts": 'import { defineHooks } from "@cmgen/runtime";\nexport default defineHooks({});\n',
};

/** Types that a property may have, with what they need. */
const types: readonly (readonly [type: string, needs: string])[] = [
  ["string", ""],
  ["number | null", ""],
  ["Address", 'import type { Address } from "../types/common.js";'],
  ["Address[]", 'import type { Address } from "../types/common.js";'],
  ["Page<Address>", 'import type { Address, Page } from "../types/common.js";'],
  ["Page<string>", 'import type { Page } from "../types/common.js";'],
  ["Color | null", 'import type { Color } from "../types/common.js";'],
  ["Home", 'import type { Home } from "../types/common.js";'],
  ['Person["home"]', 'import type { Person } from "../types/common.js";'],
  ["Person", 'import type { Person } from "../types/common.js";'],
  ["Exclude<Color, 'red'>", 'import type { Color } from "../types/common.js";'],
  ['Pick<Address, "street">', 'import type { Address } from "../types/common.js";'],
  ["Partial<Address>", 'import type { Address } from "../types/common.js";'],
  ["keyof Address", 'import type { Address } from "../types/common.js";'],
  ["Tree", 'import type { Tree } from "../types/common.js";'],
  ["GlobalThing", ""],
  ["NodeJS.Dict", ""],
  ["Spot", 'import type { Spot } from "node:spots";'],
  ["Options", 'import type { Options } from "../types/options.js";'],
  ["Point", 'import type { Point } from "geo";'],
  ["Partial<Point>", 'import type { Point } from "geo";'],
  ["Box<string>", 'import type { Box } from "geo";'],
  ["typeof settings", 'import settings from "../settings.json" with { type: "json" };'],
  ["Record<string, string>", ""],
  ["NonNullable<Record<string, number> | null>", ""],
  ['Record<"b" | "a", boolean>', ""],
  ["Own", "interface Own { deep: { deeper?: Own } }"],
  ["Labels", "type Labels = Record<string, string>;"],
  ["{ nested: Nesting }", "export interface Nesting { name: string }"],
];

const names = ["alpha", "beta", "gamma", "delta"];

/** The plugin before anything was changed. */
export function changingPlugin(random: Random): ChangingPlugin {
  const files = new Map(Object.entries(start));
  for (const name of names) files.set(`src/models/${name}.ts`, modelText(name, random));
  // Node's declarations are left out only where there is nothing global.
  if (random(2) === 0) {
    files.delete("src/globals.d.ts");
    for (const [path, text] of files) files.set(path, text.replaceAll("GlobalThing", "string"));
  }
  return { files };
}

/** A change: what it is called, and what it does to the files. A file that is to be removed becomes `undefined`. */
export interface Change {
  readonly name: string;
  readonly files: Readonly<Record<string, string | undefined>>;
}

/** What a change is made of. */
interface Ground {
  readonly files: ReadonlyMap<string, string>;
  /** The modules of models, and one of them. */
  readonly models: readonly string[];
  readonly path: string;
  readonly random: Random;
}

/** A random change of a plugin's own files. */
export function randomChange({ files }: ChangingPlugin, random: Random): Change {
  const models = [...files.keys()].filter((path) => path.startsWith("src/models/"));
  const ground = { files, models, path: pick(models, random), random };
  return pick(
    [...modelChanges(ground), ...otherChanges(ground), ...settingChanges(ground), ...endpointChanges(ground)],
    random,
  )();
}

function modelChanges({ files, models, path, random }: Ground): readonly (() => Change)[] {
  const name = nameOf(path);
  return [
    () => change("a model", { [path]: modelText(name, random) }),
    () =>
      change(
        "two models",
        Object.fromEntries([path, pick(models, random)].map((at) => [at, modelText(nameOf(at), random)])),
      ),
    () =>
      change("a model's constraint", {
        [path]: (files.get(path) ?? "").replace(/@maxLength \d+/, `@maxLength ${random(90) + 1}`),
      }),
    () => change("lines above a model", { [path]: `// A line\n${files.get(path)}` }),
    () =>
      change("line endings", { [path]: (files.get(path) ?? "").replaceAll(/\r?\n/g, pick(["\n", "\r\n"], random)) }),
    () => change("a model more", { "src/models/omega.ts": modelText("omega", random) }),
    () => change("a model of another version", { "src/models/second.ts": modelText("alpha", random, "v2") }),
    () => change("a model less", models.length > 2 ? { [path]: undefined } : {}),
    () =>
      change("a renamed module", {
        [path]: undefined,
        [`src/models/moved-${name.replace("moved-", "")}.ts`]: files.get(path),
      }),
  ];
}

/** What the shared types may have more; an item of a list that is immutable is an error of the model that has the list. */
const extras = ["", "// moved", "zip?: string;", "/** @maxLength 9 */ code: string;", "/** @immutable */ m?: string;"];

function otherChanges({ files, models, path, random }: Ground): readonly (() => Change)[] {
  return [
    () =>
      change("the plural of another model", {
        [path]: (files.get(path) ?? "").replace(/plural: "\w+"/, `plural: "${nameOf(pick(models, random))}s"`),
      }),
    () =>
      change("shared types", {
        "src/types/common.ts": common(pick(extras, random)),
      }),
    () =>
      change("a type of that name elsewhere", {
        "src/types/other.ts": "export interface Address { other: boolean }\n",
        [path]: (files.get(path) ?? "").replace("../types/common.js", "../types/other.js"),
      }),
    () =>
      change("a global type", {
        "src/globals.d.ts": pick([undefined, globals(""), globals("more?: number;")], random),
      }),
    () => change("Node's types", { "node_modules/@types/node/index.d.ts": node(pick(["", "unit?: string;"], random)) }),
    () =>
      change("another global file", {
        "src/more.d.ts": pick([undefined, "interface GlobalThing { fromMore?: string }\n"], random),
      }),
    () =>
      change("an augmentation", {
        "src/augment.ts": pick(
          [
            undefined,
            'export {};\ndeclare module "./types/options.js" { interface Options { extra?: string } }\n',
            'export {};\ndeclare module "geo" { interface Point { z?: number } }\n',
          ],
          random,
        ),
      }),
    () =>
      change("an augmentation in a model", {
        [path]: `${files.get(path)}\ndeclare global { interface GlobalThing { by${random(9)}?: string } }\n`,
      }),
    () =>
      change("JSON", {
        "src/settings.json": pick(['{ "mode": "slow", "level": 1 }\n', '{ "mode": "fast" }\n'], random),
      }),
    () => change("code that index functions use", { "src/code/first.ts": first(random(3)) }),
    () => change("code between", { "src/code/text.ts": helper(pick(["", "// moved\n"], random)) }),
    () => change("a package", { "node_modules/geo/package.json": geoPackage(random(3)) }),
    () => change("a package's types", { "node_modules/geo/index.d.ts": geo(pick(["", "unit?: string;"], random)) }),
  ];
}

function settingChanges({ files, path, random }: Ground): readonly (() => Change)[] {
  const name = nameOf(path);
  return [
    () =>
      change("the config", {
        "cmgen.config.ts": config(
          pick(["", 'openapi: { title: "Changed" }', 'outDir: "src/made"', 'models: ["src/models/[a-d]*.ts"]'], random),
        ),
      }),
    () =>
      change("the tsconfig", {
        "tsconfig.json": pick(
          [
            tsconfig(""),
            tsconfig("", ""),
            tsconfig('"lib": ["ES2022"],'),
            tsconfig('"exactOptionalPropertyTypes": true,'),
          ],
          random,
        ),
      }),
    () =>
      change("package.json", {
        "package.json": (files.get("package.json") ?? "").replace(/1\.\d\.0/, `1.${random(9)}.0`),
      }),
    () =>
      change("hooks", {
        "src/hooks/second.ts": pick(
          [undefined, start["src/hooks/first.ts"], "export const hooks = defineHooks({});\n"],
          random,
        ),
      }),
    () =>
      change("what has no JSON", {
        [path]: modelText(name, random).replace("title: string;", "title: string; run: () => void;"),
      }),
    () =>
      change("a warning", { [path]: modelText(name, random).replace("@maxLength", "@example 12\n   * @maxLength") }),
    () => change("a syntax error", { [path]: `${modelText(name, random)}\nconst = ;\n` }),
    () =>
      change("a file that shadows another", {
        "src/types/common.d.ts": pick([undefined, "export interface Shadow { a: string }\n"], random),
      }),
  ];
}

const cards = "src/endpoints/cards.ts";

function endpointChanges({ files, random }: Ground): readonly (() => Change)[] {
  return [
    () => change("endpoints", { [cards]: random(4) === 0 ? undefined : endpointsText(random) }),
    () => change("a handler", { [cards]: files.get(cards)?.replace(/"x+"/, '"xx"') }),
  ];
}

function change(name: string, files: Readonly<Record<string, string | undefined>>): Change {
  return { name, files };
}

function nameOf(path: string): string {
  return path.slice("src/models/".length, -".ts".length);
}

export function pick<T>(from: readonly T[], random: Random): T {
  return from[random(from.length)] as T;
}

/** Indexes that a model may have more, with what they need. */
const functionIndexes: readonly (readonly [index: string, needs: string])[] = [
  ["", ""],
  [
    ', index({ name: "initial", value: (it) => initialOf(it.spec.title) })',
    'import { initialOf } from "../code/text.js";',
  ],
  [', index({ name: "scaled", value: (it) => scaled(it.spec.title) })', 'import { scaled } from "geo";'],
  [
    ', index({ name: "level", value: () => String(settings.level) })',
    'import settings from "../settings.json" with { type: "json" };',
  ],
];

function modelText(file: string, random: Random, version = "v1"): string {
  const name = file.replaceAll(/[^a-z]/g, "");
  const kind = name.charAt(0).toUpperCase() + name.slice(1);
  const chosen = Array.from({ length: 1 + random(4) }, () => pick(types, random));
  const [functionIndex, needed] = pick(functionIndexes, random);
  const needs = [...new Set([...chosen.map(([, need]) => need), needed])];
  const referred = random(4) === 0 && name !== "alpha" ? "alpha" : undefined;
  return `import { defineModel, index, type Extension } from "@cmgen/model";
${mergedImports(needs).join("\n")}
${referred === undefined ? "" : 'import type { Alpha } from "./alpha.js";'}
export interface ${kind}Spec {
  /**
   * @maxLength ${random(90) + 1}
   */
  title: string;
${chosen.map(([type], at) => `  field${at}${random(2) === 0 ? "?" : ""}: ${type};`).join("\n")}
${referred === undefined ? "" : "  referred?: Alpha;"}
}
export interface ${kind} extends Extension<${kind}Spec> {}
export default defineModel<${kind}>({
  group: "changing.example.com", version: "${version}", kind: "${kind}", plural: "${name}s", singular: "${name}",
  indexes: [index("spec.title"${random(3) === 0 ? ", { unique: true }" : ""})${functionIndex}],
});
`;
}

function endpointsText(random: Random): string {
  const chosen = Array.from({ length: 1 + random(2) }, () => pick(types, random));
  return `import { defineEndpoints, post, typed } from "@cmgen/runtime";
import fs from "node:fs";
${mergedImports([...new Set(chosen.map(([, need]) => need))]).join("\n")}
${random(3) === 0 ? 'import type { Alpha } from "../models/alpha.js";\ntype Body0 = Alpha;' : "interface Body0 { text: string }"}
export default defineEndpoints({
  apiVersion: "console.api.changing.example.com/v1",
  routes: [
    post("/cards", typed<{ body: Body0 }>(), () => new Response(fs.constants.F_OK)),
${chosen.map(([type], at) => `    post("/cards/${at}", typed<{ response: ${type} }>(), () => new Response("x")),`).join("\n")}
  ],
});
`;
}

/** One import statement for what comes from the same module. */
function mergedImports(needs: readonly string[]): readonly string[] {
  const named = new Map<string, Set<string>>();
  const rest: string[] = [];
  for (const need of needs) {
    const [, list, from] = /^import type \{ (.*) \} from "(.*)";$/.exec(need) ?? [];
    if (list === undefined || from === undefined) rest.push(need);
    else for (const name of list.split(", ")) named.set(from, (named.get(from) ?? new Set()).add(name));
  }
  return [...[...named].map(([from, list]) => `import type { ${[...list].join(", ")} } from "${from}";`), ...rest];
}
