import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";

import { changingPlugin, pick, type Random, randomChange, randomFrom } from "./changing-plugin.test.fixture.js";
import { generate } from "./generate.js";
import type { GenerateOptions } from "./generate-result.js";
import { RunMemory } from "./run-memory.js";

/** `CMGEN_SEED` makes other changes, `CMGEN_STEPS` more of them, each on top of those before. */
const seed = Number(process.env["CMGEN_SEED"] ?? 20_251_122);
const steps = Number(process.env["CMGEN_STEPS"] ?? (process.env["CMGEN_TIER"] === "night" ? 25 : 5));

const willing = { acceptDataLoss: true, force: true };
const choices: readonly GenerateOptions[] = [willing, willing, willing, {}, { check: true }];

const packages = resolve(import.meta.dirname, "../..");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-incremental-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test(`whatever changes, a run does what a run without a memory does (CMGEN_SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  const root = join(folder, "plugin");
  const plugin = changingPlugin(random);
  const memory = new RunMemory();
  link(root);
  for (const [path, text] of plugin.files) put(root, path, text);
  let good = new Map(plugin.files);
  for (let step = 0; step < steps; step += 1) {
    const what: string[] = [];
    for (let count = step === 0 ? 0 : 1 + random(3); count > 0; count -= 1) {
      const { name, files } = randomChange(plugin, random);
      what.push(name);
      for (const [path, text] of Object.entries(files)) {
        if (text === undefined) plugin.files.delete(path);
        else plugin.files.set(path, text);
        put(root, path, text);
      }
    }
    if (step > 0) what.push(spoil(root, random));
    const options = pick(choices, random);
    const time = new Date(2025, 0, 1, 0, step);
    const { fresh, result, ...trees } = await runBoth(root, { ...options, time }, memory);
    const where = `step ${step}: ${what.join(", ")}`;
    expect(result, where).toEqual(fresh);
    expect(trees.own, where).toEqual(trees.copied);
    if (result.status !== "invalid") good = new Map(plugin.files);
    // Else most runs would end with the same problem again.
    else if (random(3) > 0) restore(root, plugin.files, good);
  }
}, 600_000);

test("an index is built again when code changes that its function leads to, and only then", async () => {
  const root = join(folder, "indexed");
  const memory = new RunMemory();
  link(root);
  const files = {
    "package.json": '{ "name": "indexed", "version": "1.0.0", "type": "module" }',
    "cmgen.config.ts": 'export default { databases: ["sqlite"] };\n',
    "node_modules/letters/package.json": '{ "name": "letters", "version": "1.0.0", "types": "index.d.ts" }',
    "node_modules/letters/index.d.ts": "export declare function upper(text: string): string;\n",
    "src/code/first.ts": "export const first = (text: string): string => text.slice(0, 1);\nexport const other = 1;\n",
    "src/code/text.ts":
      'import { upper } from "letters";\nimport { first } from "./first.js";\nexport const initialOf = (text: string): string => upper(first(text));\n',
    "src/models/thing.ts": `import { defineModel, index, type Extension } from "@cmgen/model";
import { initialOf } from "../code/text.js";
export interface Thing extends Extension<{ title: string }> {}
export default defineModel<Thing>({
  group: "indexed.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing",
  indexes: [index({ name: "initial", value: (thing) => initialOf(thing.spec.title) })],
});
`,
    "src/models/other.ts": `import { defineModel, index, type Extension } from "@cmgen/model";
export interface Other extends Extension<{ title: string }> {}
export default defineModel<Other>({
  group: "indexed.example.com", version: "v1", kind: "Other", plural: "others", singular: "other",
  indexes: [index({ name: "initial", value: (other) => other.spec.title.slice(1) })],
});
`,
  };
  const run = async (change: Readonly<Record<string, string>>): Promise<readonly (string | undefined)[]> => {
    for (const [path, text] of Object.entries(change)) put(root, path, text);
    expect(await generate(root, { ...willing, memory })).toMatchObject({ status: "written" });
    const made = Object.entries(treeOf(root)).filter(([path]) => /^src\/generated\/.*resource\.ts$/.test(path));
    expect(made).toHaveLength(2);
    return made.map(([, text]) => /fingerprint: "(\w+)"/.exec(text)?.[1]);
  };
  const [other, thing] = await run(files);
  const first = files["src/code/first.ts"];
  const [, changed] = await run({ "src/code/first.ts": first.replace("(0, 1)", "(0, 2)") });
  expect(changed).not.toBe(thing);
  expect(await run({ "src/code/first.ts": `// First\n${first.replace("other = 1", "other = 2")}` })).toEqual([
    other,
    thing,
  ]);
  const manifest = files["node_modules/letters/package.json"].replace("1.0.0", "1.0.1");
  const [same, updated] = await run({ "node_modules/letters/package.json": manifest });
  expect([same, updated]).toEqual([other, expect.not.stringMatching(`${thing}|${changed}`)]);
}, 60_000);

test.each<GenerateOptions>([{}, { memory: new RunMemory() }])(
  "what is added while a run reads is generated by the next one",
  async (options) => {
    const root = join(folder, "memory" in options ? "added again" : "added");
    link(root);
    put(root, "package.json", '{ "name": "added", "version": "1.0.0", "type": "module" }');
    put(root, "cmgen.config.ts", 'export default { api: "added.example.com/v1", databases: ["sqlite"] };\n');
    const model = (kind: string): string => `import { defineModel, type Extension } from "@cmgen/model";
export interface ${kind} extends Extension<{ title: string }> {}
export default defineModel<${kind}>();
`;
    put(root, "src/models/first.ts", model("First"));
    const added = {
      "src/access.ts":
        'import { defineAccess } from "./generated/access.js";\nexport default defineAccess({ authenticate: [], roles: {} });\n',
      "src/models/second.ts": model("Second"),
    };
    for (const [path, text] of Object.entries(added)) {
      const generated = (): string => treeOf(root)["src/generated/plugin.ts"] ?? "";
      const onStage = (stage: string): void => void (stage === "emit" && put(root, path, text));
      put(root, "src/models/first.ts", `${model("First")}// Before ${path}\n`);
      expect(await generate(root, { ...options, onStage })).toMatchObject({ status: "written" });
      const without = generated();
      expect(await generate(root, options)).toMatchObject({ status: "written" });
      expect(generated()).not.toBe(without);
    }
  },
  60_000,
);

test("what is derived follows the config, in a process that remembers as well, and new kinds are told once", async () => {
  const root = join(folder, "derived");
  const memory = new RunMemory();
  link(root);
  const module = `import { defineModel, type Extension } from "@cmgen/model";
export interface SalesPerson extends Extension<{ title: string }> {}
export default defineModel<SalesPerson>();
`;
  put(root, "package.json", '{ "name": "derived", "version": "1.0.0", "type": "module" }');
  put(root, "src/models/person.ts", module);
  const run = async (api: string): Promise<unknown> => {
    put(root, "cmgen.config.ts", `export default { api: "${api}", databases: ["sqlite"] };\n`);
    const { status, named } = await generate(root, { ...willing, memory });
    return [status, ...named.map(({ kind, apiVersion, plural }) => `${apiVersion} ${kind} ${plural}`)];
  };
  const first = ["written", "shop.example.com/v1alpha1 SalesPerson salespeople"];
  expect(await run("shop.example.com/v1alpha1")).toEqual(first);
  expect(await run("shop.example.com/v1alpha1")).toEqual(["written"]);
  expect(await run("shop.example.com/v1")).toEqual(["written", "shop.example.com/v1 SalesPerson salespeople"]);
  put(root, "src/models/person.ts", module.replaceAll("SalesPerson", "Clerk"));
  expect(await run("shop.example.com/v1")).toEqual(["invalid"]);
  put(
    root,
    "src/models/person.ts",
    module.replaceAll("SalesPerson", "Clerk").replace("()", '({ kind: "SalesPerson" })'),
  );
  expect(await run("shop.example.com/v1")).toEqual(["written"]);
  put(root, "src/models/person.ts", module.replaceAll("SalesPerson", "Clerk").replace("()", '({ kind: "Clerk" })'));
  expect(await run("shop.example.com/v1")).toEqual(["written", "shop.example.com/v1 Clerk clerks"]);
}, 60_000);

/** Takes back what was changed since a plugin had the files `good`. */
function restore(root: string, files: Map<string, string>, good: ReadonlyMap<string, string>): void {
  for (const path of new Set([...files.keys(), ...good.keys()])) {
    if (files.get(path) !== good.get(path)) put(root, path, good.get(path));
  }
  files.clear();
  for (const [path, text] of good) files.set(path, text);
}

interface Both {
  readonly fresh: Outcome;
  readonly result: Outcome;
  /** The files of the plugin and of its copy afterwards. */
  readonly own: Readonly<Record<string, string>>;
  readonly copied: Readonly<Record<string, string>>;
}

/** Runs in the plugin with what earlier runs of this process know, and in a copy of it from nothing. */
async function runBoth(root: string, options: GenerateOptions, memory: RunMemory): Promise<Both> {
  const copy = join(folder, "copy", "plugin");
  rmSync(copy, { recursive: true, force: true });
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith("node_modules/.cache"),
  });
  const fresh = await outcome(copy, options);
  const result = await outcome(root, { ...options, memory });
  return { fresh, result, own: treeOf(root), copied: treeOf(copy) };
}

type Outcome = Readonly<Record<string, unknown>> & { readonly status?: unknown };

async function outcome(root: string, options: GenerateOptions): Promise<Outcome> {
  const {
    folders: _,
    sources,
    ...result
  } = await generate(root, options).catch((error: unknown) => ({
    folders: [],
    sources: new Map<string, string>(),
    error: String(error).replaceAll(root, ""),
  }));
  const names = "diagnostics" in result ? result.diagnostics.flatMap(({ span }) => span?.file ?? []) : [];
  return { ...result, sources: names.map((name) => sources.get(name)) };
}

/** What happens to a plugin without anybody changing its models: the name of what was done. */
function spoil(root: string, random: Random): string {
  const made = Object.keys(treeOf(root)).filter((path) =>
    /^(?:src\/(?:generated|made)\/|openapi|prisma\/schema)/.test(path),
  );
  const path = made[random(made.length)];
  switch (path === undefined ? 0 : random(8)) {
    case 1:
      put(root, path ?? "", "// edited by hand\n");
      return `${path} edited`;
    case 2:
      put(root, path ?? "", undefined);
      return `${path} deleted`;
    case 3:
      return damage(join(root, "node_modules/.cache/cmgen/last-run.json"), random);
    case 5:
      return turnText(join(root, path ?? ""));
    case 6:
      return changeSnapshot(root, random);
    case 4: {
      // As a run leaves it that was killed before it wrote its record: some files are new, and the rest is old.
      for (const other of made.filter(() => random(2) === 0)) put(root, other, undefined);
      return "half of the files missing";
    }
    default:
      return "nothing else";
  }
}

/** Changes the snapshot of a migration, so that it says the same in other words, or less. */
function changeSnapshot(root: string, random: Random): string {
  const snapshots = Object.keys(treeOf(root)).filter((path) => path.endsWith("/snapshot.json"));
  if (snapshots.length === 0) return "no migration yet";
  const path = pick(snapshots, random);
  const snapshot = JSON.parse(readFileSync(join(root, path), "utf8")) as object;
  const isLess = random(2) === 0;
  put(root, path, JSON.stringify(isLess ? { ...snapshot, models: undefined } : snapshot));
  return `${path} ${isLess ? "without its models" : "on one line"}`;
}

/** Changes a text so that the file's size and the time of its last change say nothing of it. */
function turnText(path: string): string {
  const { atime, mtime } = statSync(path);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.slice(1) + text.slice(0, 1));
  utimesSync(path, atime, mtime);
  return `${path} with its first letter at its end`;
}

function damage(path: string, random: Random): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return "no cache yet";
  }
  if (random(2) === 0) writeFileSync(path, bytes.subarray(0, random(bytes.length)));
  else {
    const at = random(bytes.length);
    bytes[at] = ((bytes[at] ?? 0) + 1) % 256;
    writeFileSync(path, bytes);
  }
  return `${path} damaged`;
}

function link(root: string): void {
  mkdirSync(join(root, "node_modules/@cmgen"), { recursive: true });
  for (const name of ["model", "runtime", "client"]) {
    symlinkSync(join(packages, name), join(root, "node_modules/@cmgen", name), "dir");
  }
}

function put(root: string, path: string, text: string | undefined): void {
  if (text === undefined) return rmSync(join(root, path), { force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Texts of all files but those that are installed, by path. */
function treeOf(root: string): Readonly<Record<string, string>> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  const own = paths.filter((path) => !path.startsWith("node_modules/")).toSorted();
  return Object.fromEntries(own.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
