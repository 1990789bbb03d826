import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { typesEmitter } from "../../packages/generator/src/emit/types/emit-types.js";
import { defaultConfig } from "../../packages/generator/src/config/resolved-config.js";
import { readProject } from "../../packages/generator/src/read/read-project.js";
import type { ReadResult } from "../../packages/generator/src/read/read-result.js";
import { compilePlugins } from "../golden/harness/compile.js";
import { declarations, typeExpression } from "./random-declarations.js";
import { randomCases, randomSeed } from "../tier.js";

const config = defaultConfig;
const seed = randomSeed();
const count = randomCases(120);
const folder = mkdtempSync(join(tmpdir(), "cmgen-read-types-"));
const root = join(folder, "plugin");

beforeAll(() => {
  put("package.json", '{ "name": "plugin", "type": "module" }');
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["@cmgen", "@types", "undici-types"]) {
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Reads a model with a property of each of the types, a line each. */
function readTypes(expressions: readonly string[]): ReadResult {
  const properties = expressions.map((expression, at) => `  p${at}: ${expression};`);
  put(
    "src/models/thing.ts",
    `import { defineModel, type Extension } from "@cmgen/model";
${declarations.replaceAll(/^(?=interface|type|enum)/gm, "export ")}
export interface ThingSpec {
${properties.join("\n")}
}
export interface Thing extends Extension<ThingSpec> {}
export default defineModel<Thing>({
  group: "random.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing",
});
`,
  );
  return readProject(root, config);
}

/** Of types that no value is of. Any other refusal is a failure: all that the grammar makes has a form in JSON. */
const refusals: ReadonlySet<string> = new Set(["CM3012", "CM3020"]);

test(`random types are read as what the compiler makes of them (seed ${seed})`, async () => {
  const sampled = fc.sample(typeExpression, { seed, numRuns: count });
  const firstLine = declarations.split("\n").length + 3;
  const lines = new Map(readTypes(sampled).diagnostics.map(({ span, code }) => [span?.start.line ?? 0, code]));
  const accepted = sampled.filter((_, at) => !lines.has(firstLine + at));
  for (const [line, code] of lines) expect(refusals, `line ${line}`).toContain(code);
  // Few of these types are `never`: more refusals would mean that the reader gave up on something.
  expect(lines.size).toBeLessThan(count / 20);
  expect(await misread(accepted)).toEqual([]);
}, 120_000);

test("template literal types are emitted as they are written, also as keys", async () => {
  const expressions = [
    "`a-${string}`",
    '`${number}px` | "auto" | null',
    '`${"a" | "b"}-${number}.${bigint}`',
    "(`mailto:${string}` | `tel:${number}`)[]",
    "Uppercase<string>",
    "`x-${Lowercase<string>}`",
    '`\\`\\${${string}}"\\\\\\n`',
    "Record<`x-${string}`, number>",
    "{ [key: `x-${string}`]: number; [key: `y-${number}`]: number }",
    "Record<number, `#${string}`>",
  ];
  expect(await misread(expressions)).toEqual([]);
}, 120_000);

/** What is wrong with what is emitted of the types: diagnostics, or what the compiler says where the two are not assignable to each other. */
async function misread(expressions: readonly string[]): Promise<readonly string[]> {
  const { project, diagnostics } = readTypes(expressions);
  for (const { path, contents } of typesEmitter.emit(project, { outDir: "src/generated", prismaDir: "prisma" })) {
    put(path, contents);
  }
  put(
    "src/check.ts",
    `import type { ThingSpec as Read } from "./generated/v1/thing/types.js";
import type { ThingSpec as Written } from "./models/thing.js";
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : ["wider than written", A, B]) : ["not as written", A, B];
${expressions.map((_, at) => `export const p${at}: Same<Written["p${at}"], Read["p${at}"]> = true;`).join("\n")}
`,
  );
  const printed = await compilePlugins(folder, [{ name: "plugin", input: new Map() }], {
    compiler: "7.0",
    resolution: "nodenext",
  });
  const wrong = [...printed.matchAll(/\bp(\d+)\b/g)].map(([, at]) => expressions[Number(at)] ?? "");
  return [...diagnostics.map(({ message }) => message), ...wrong, ...(printed === "" ? [] : [printed])];
}
