import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isOfTypes, testTypes, typesPlugins, writeTypes } from "../types/compiled-types.js";
import { compilations, compilePlugins, emitFolder, emitting, type Compilation } from "./harness/compile.js";
import { readTree, replaceTree } from "./harness/file-tree.js";
import { goldenCases, type GoldenCase } from "./harness/golden-case.js";
import { recordedFiles, runCase, type CaseOutcome } from "./harness/run-case.js";
import { samplesOf, type ExpectedViolation } from "./harness/samples.js";
import { createWorkspace } from "./harness/workspace.js";

/** With UPDATE_GOLDENS=1 what cmgen does is recorded instead of compared; read the difference before it is committed. */
const recording = process.env["UPDATE_GOLDENS"] === "1";

const cases = goldenCases();
const workspace = createWorkspace();
const outcomes = new Map<GoldenCase, CaseOutcome>();

beforeAll(async () => {
  for (const golden of cases) outcomes.set(golden, await runCase(golden, workspace.folder));
  await writeTypes(workspace.folder);
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
    if (golden.records === undefined) matchText(golden, "stdout.txt", stdout);
  });

  test("what is written, to the byte", () => {
    const { files, exitCode, stderr } = outcomeOf(golden);
    // Nothing is recorded of a run that did not end as it should.
    expect(exitCode, stderr).toBe(golden.exitCode);
    const recorded = recordedFiles(golden, files);
    const expected = join(golden.folder, "expected");
    if (recording) replaceTree(expected, recorded);
    expect([...recorded.keys()].toSorted()).toEqual([...readTree(expected).keys()].toSorted());
    for (const [path, text] of readTree(expected)) expect(recorded.get(path), path).toBe(text);
  });
});

test("every diagnostic has a case, in which it is the only one", () => {
  const codes = readdirSync(join(import.meta.dirname, "../../docs/diagnostics")).filter((name) =>
    /^CM\d+\.md$/.test(name),
  );
  expect(codes.length).toBeGreaterThan(0);
  for (const code of codes.map((name) => name.slice(0, -3))) {
    const golden = cases.find(({ name }) => name === `diagnostics/${code}`);
    const printed = golden === undefined ? "" : outcomeOf(golden).stderr;
    const found = Array.from(printed.matchAll(/^(?:\S+:\d+:\d+ )?(?:error|warning) (CM\d+): /gm), ([, name]) => name);
    expect([...new Set(found)], code).toEqual([code]);
  }
});

/** Cases that are about what is generated. */
const generating = cases.filter(
  ({ args, exitCode, records }) => args[0] === "generate" && exitCode === 0 && records?.length !== 0,
);

const errorsBy = new Map<Compilation, Promise<readonly string[]>>();

/** What a compiler has against everything generated; each is run once. */
function compiledWith(compilation: Compilation): Promise<readonly string[]> {
  const running = errorsBy.get(compilation) ?? compile(compilation);
  errorsBy.set(compilation, running);
  return running;
}

async function compile(compilation: Compilation): Promise<readonly string[]> {
  const printed = await compilePlugins(workspace.folder, [...generating, ...typesPlugins], compilation);
  return printed.split(/^(?=\S)/m).filter((error) => error.trim() !== "");
}

// Side by side on a busy machine, the older compilers take their time.
describe.concurrent("all of it compiles", { timeout: 180_000 }, () => {
  test.each(compilations)("with TypeScript $compiler, resolved as by $resolution", async (compilation) => {
    expect((await compiledWith(compilation)).filter((error) => !isOfTypes(error))).toEqual([]);
  });
});

describe.each(compilations)("under TypeScript $compiler, resolved as by $resolution", (compilation) => {
  testTypes(() => compiledWith(compilation));
});

interface CompiledModel {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly indexes: readonly { readonly name: string; extract(object: unknown): unknown }[];
  validate(value: unknown): readonly { readonly path: string; readonly keyword: string }[];
}

const sampled = generating.flatMap((golden) => samplesOf(golden).map((samples) => ({ golden, samples })));

describe.each(sampled)("the code for $samples.model in $golden.name", ({ golden, samples }) => {
  const { good, bad, indexed, specs } = samples;
  let model: CompiledModel;

  beforeAll(async () => {
    await compiledWith(emitting);
    const folder = join(workspace.folder, emitFolder, golden.name, "src/generated", samples.model);
    const exported = Object.values(await import(pathToFileURL(join(folder, "resource.js")).href));
    model = exported.find((value) => typeof value === "object") as CompiledModel;
  });

  /** An object of the model with the given spec. */
  function objectOf(spec: unknown): Readonly<Record<string, unknown>> {
    const { group, version, kind } = model;
    return { apiVersion: `${group}/${version}`, kind, metadata: { name: "sample" }, spec: structuredClone(spec) };
  }

  function violationsOf(object: unknown): readonly ExpectedViolation[] {
    return model.validate(structuredClone(object)).map(({ path, keyword }) => ({ path, keyword }));
  }

  test.each(good.map((object) => ({ object })))("accepts $object.metadata.name", ({ object }) => {
    expect(violationsOf(object)).toEqual([]);
  });

  test.each((specs.good ?? []).map((spec) => ({ spec })))("accepts $spec", ({ spec }) => {
    expect(violationsOf(objectOf(spec))).toEqual([]);
  });

  test.each(bad)("refuses $object.metadata.name", ({ object, violations }) => {
    expect(violationsOf(object)).toEqual(violations);
  });

  test.each(specs.bad ?? [])("refuses $spec", ({ spec, violations }) => {
    expect(violationsOf(objectOf(spec))).toEqual(violations);
  });

  test.each(specs.completed ?? [])("completes $spec", ({ spec, becomes }) => {
    const object = objectOf(spec);
    expect(model.validate(object)).toEqual([]);
    expect(object["spec"]).toEqual(becomes);
  });

  test.each(indexed)("indexes $object.metadata.name", ({ object, values }) => {
    const found = Object.fromEntries(model.indexes.map((index) => [index.name, index.extract(object)]));
    expect(found).toEqual(values);
  });
});
