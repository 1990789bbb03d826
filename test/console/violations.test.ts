import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findViolations } from "../../packages/console/src/schema/violations.js";
import { goldenCases } from "../golden/harness/golden-case.js";
import { samplesOf } from "../golden/harness/samples.js";

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The schemas of a golden case, and the samples that its validators accept and refuse. */
const cases = goldenCases().flatMap((golden) => {
  const file = ["schemas.json", "openapi.json"]
    .map((name) => join(golden.folder, "expected", name))
    .find((path) => existsSync(path));
  const samples = samplesOf(golden).filter(({ specs }) => specs.good !== undefined || specs.bad !== undefined);
  // What all documents have in common is not recorded: types that hold whole objects are tested in the browser.
  if (file === undefined || samples.length === 0 || golden.name === "shapes/model-references") return [];
  const document = JSON.parse(readFileSync(file, "utf8")) as { components?: { schemas: Schemas } } & Schemas;
  const schemas: Schemas = document.components?.schemas ?? document;
  return [{ name: golden.name, schemas, samples }];
});

describe.each(cases)("what the page refuses before it is sent: $name", ({ schemas, samples }) => {
  for (const { model, specs } of samples) {
    const singular = model.split("/")[1] ?? "";
    const name = Object.keys(schemas).find((each) => each.toLowerCase() === `${singular}spec`);
    const schema = name === undefined ? undefined : schemas[name];
    if (schema === undefined) continue;
    const found = (spec: unknown): readonly string[] =>
      findViolations({ schemas, schema }, spec).map(({ path, message }) => `/spec${path} ${message}`);

    it.each((specs.good ?? []).map((spec) => ({ spec })))("nothing in $spec", ({ spec }) => {
      expect(found(spec)).toEqual([]);
    });

    it.each(specs.bad ?? [])("something in $spec", ({ spec, violations }) => {
      const places = found(spec);
      // Of a union the page says what is wrong with the nearest branch, and the service that no branch fits.
      for (const { path } of violations) expect(places.some((each) => each.startsWith(path))).toBe(true);
    });
  }
});
