import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import type { embeddedSchemaProblem } from "../../packages/generator/src/validator/embedded-schema.js";
import { model, object, project } from "../../packages/generator/src/model/type-builders.test.fixture.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { typeSample, valuesOf } from "./arbitrary-types.js";
import { loadValidator, loadValidators } from "./load-validators.js";
import { randomCases } from "../tier.js";

const require = createRequire(import.meta.url);
const oldest = dirname(require.resolve("ajv-oldest/package.json"));

/** A copy of the built generator that finds the oldest Ajv of its range where it looks for Ajv. */
let copy = "";

beforeAll(() => {
  const caches = join(repositoryRoot, "node_modules", ".cache");
  mkdirSync(caches, { recursive: true });
  copy = mkdtempSync(join(caches, "cmgen-ajv-"));
  const generator = join(repositoryRoot, "packages", "generator");
  cpSync(join(generator, "dist"), join(copy, "dist"), { recursive: true });
  cpSync(join(generator, "package.json"), join(copy, "package.json"));
  mkdirSync(join(copy, "node_modules"));
  symlinkSync(oldest, join(copy, "node_modules", "ajv"), "junction");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("the oldest Ajv is the least that the generator asks for, and what the copy finds", () => {
  expect(createRequire(join(copy, "dist", "index.js")).resolve("ajv/package.json")).toBe(join(oldest, "package.json"));
  const versionIn = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
  expect(versionIn(join(repositoryRoot, "packages", "generator", "package.json"))).toMatchObject({
    dependencies: { ajv: `^${(versionIn(join(oldest, "package.json")) as { version: string }).version}` },
  });
});

test("validators compiled with the oldest Ajv of the range say the same", async () => {
  const { validatorEmitter: old } = (await import(join(copy, "dist/emit/validator/emit-validator.js"))) as {
    validatorEmitter: typeof validatorEmitter;
  };
  const oldSource = (things: ProjectModel): string =>
    old().emit(things, { outDir: "", prismaDir: "" })[0]?.contents ?? "";
  const sampleAndValues = typeSample.chain((sample) =>
    fc.tuple(fc.constant(sample), fc.array(valuesOf(sample), { minLength: 20, maxLength: 20 })),
  );
  fc.assert(
    fc.property(sampleAndValues, ([{ type, types }, values]) => {
      const things = project([model("Thing", object({ value: type }))], types);
      const [ours, theirs] = [loadValidators(things).get("Thing"), loadValidator(oldSource(things), "validateThing")];
      for (const value of values) {
        const thing = { apiVersion: "things.example.com/v1alpha1", kind: "Thing", metadata: {}, spec: { value } };
        expect(theirs(structuredClone(thing))).toEqual(ours?.(structuredClone(thing)));
      }
    }),
    { numRuns: randomCases(30) },
  );
});

test("the oldest Ajv of the range checks @schema", async () => {
  const { embeddedSchemaProblem: problemOf } = (await import(join(copy, "dist/validator/embedded-schema.js"))) as {
    embeddedSchemaProblem: typeof embeddedSchemaProblem;
  };
  expect(problemOf({ type: "object", properties: { a: { type: "string", maxLength: 1 } } })).toBeUndefined();
  expect(problemOf({ properties: { a: { tpye: 1 } } })).toBe(
    "/properties/a/tpye is not a keyword that can be used here",
  );
  expect(problemOf({ type: "string", minimum: 3 })).toContain('missing type "number"');
});
