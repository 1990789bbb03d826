import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compilePlugins, compilers, type Compilation } from "./harness/compile.js";
import { readTree, replaceTree } from "./harness/file-tree.js";
import { goldenCases, type GoldenCase } from "./harness/golden-case.js";
import { runCase, type CaseOutcome } from "./harness/run-case.js";
import { samplesOf } from "./harness/samples.js";
import { createWorkspace } from "./harness/workspace.js";

/** With UPDATE_GOLDENS=1 what cmgen does is recorded instead of compared; read the difference before it is committed. */
const recording = process.env["UPDATE_GOLDENS"] === "1";

const cases = goldenCases();
const workspace = createWorkspace();
const outcomes = new Map<GoldenCase, CaseOutcome>();

beforeAll(async () => {
  for (const golden of cases) outcomes.set(golden, await runCase(golden, workspace.folder));
});

afterAll(() => workspace.dispose());

function outcomeOf(golden: GoldenCase): CaseOutcome {
  const outcome = outcomes.get(golden);
  if (outcome === undefined) throw new Error(`${golden.name} has not been run.`);
  return outcome;
}

/** Compares a text with a file of the case, or records it; an empty text has no file. */
function matchText(golden: GoldenCase, name: string, text: string): void {
  const path = join(golden.folder, name);
  if (recording) {
    rmSync(path, { force: true });
    if (text !== "") writeFileSync(path, text);
  }
  expect(text).toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
}

describe.each(cases)("$name", (golden) => {
  test("what is printed", () => {
    const { exitCode, stderr, stdout } = outcomeOf(golden);
    expect(exitCode, stderr).toBe(golden.exitCode);
    matchText(golden, "stderr.txt", stderr);
    matchText(golden, "stdout.txt", stdout);
  });

  test("what is written, to the byte", () => {
    const { files, exitCode, stderr } = outcomeOf(golden);
    // Nothing is recorded of a run that did not end as it should.
    expect(exitCode, stderr).toBe(golden.exitCode);
    const expected = join(golden.folder, "expected");
    if (recording) replaceTree(expected, files);
    expect([...files.keys()]).toEqual([...readTree(expected).keys()]);
    for (const [path, text] of readTree(expected)) expect(files.get(path), path).toBe(text);
  });
});

const compilations = Object.keys(compilers).flatMap((compiler) =>
  (["bundler", "nodenext"] as const).map((resolution) => ({ compiler, resolution }) as Compilation),
);

test.each(compilations)("all of it compiles with TypeScript $compiler, resolved as by $resolution", (compilation) => {
  expect(compilePlugins(workspace.folder, compilation)).toBe("");
});

interface ValidatorModule {
  readonly [name: string]: (value: unknown) => readonly { readonly path: string; readonly keyword: string }[];
}

interface IndexesModule {
  readonly [name: string]: readonly { readonly name: string; extract(object: unknown): unknown }[];
}

let isCompiled = false;

/** Makes the JavaScript that samples are run on, unless a test has done so already. */
function compileOnce(): void {
  if (!isCompiled) compilePlugins(workspace.folder, { compiler: "7.0", resolution: "nodenext" });
  isCompiled = true;
}

const sampled = cases.flatMap((golden) => samplesOf(golden).map((samples) => ({ golden, samples })));

describe.each(sampled)("the code for $samples.model in $golden.name", ({ golden, samples }) => {
  let validate: ValidatorModule[string];
  let indexes: IndexesModule[string];

  beforeAll(async () => {
    compileOnce();
    const folder = join(workspace.folder, "dist", golden.name, "src/generated", samples.model);
    const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href);
    const validator = (await load("validator.js")) as ValidatorModule;
    const [name] = Object.keys(validator);
    validate = validator[name ?? ""]!;
    [indexes = []] = Object.values((await load("indexes.js")) as IndexesModule);
  });

  test.each(samples.good.map((object) => ({ object })))("accepts $object.metadata.name", ({ object }) => {
    expect(validate(structuredClone(object))).toEqual([]);
  });

  test.each(samples.bad)("refuses $object.metadata.name", ({ object, violations }) => {
    const found = validate(structuredClone(object)).map(({ path, keyword }) => ({ path, keyword }));
    expect(found).toEqual(violations);
  });

  test.each(samples.indexed)("indexes $object.metadata.name", ({ object, values }) => {
    const found = Object.fromEntries(indexes.map((index) => [index.name, index.extract(object)]));
    expect(found).toEqual(values);
  });
});
