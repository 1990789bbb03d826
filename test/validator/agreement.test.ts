import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentForms } from "../../packages/generator/src/schema/schema-forms.js";
import { schemaOf, type SchemaContext } from "../../packages/generator/src/schema/schema-of.js";
import { indexTypes } from "../../packages/generator/src/schema/type-index.js";
import { model, object, project } from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { typeSample, valuesOf, type TypeSample } from "./arbitrary-types.js";
import { loadValidators } from "./load-validators.js";
import { randomCases } from "../tier.js";

/** Names of methods that Ajv calls on values which it compares: it fails on these, or finds equal ones different. */
const calledByAjv = /"(toString|valueOf|constructor)":/;

/** Ajv as anyone would use it, on the schema that `openapi.json` has. It has no say where it cannot compare. */
function plainValidator({ type, types }: TypeSample): (value: unknown) => boolean | undefined {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, multipleOfPrecision: 9, validateSchema: true });
  ajv.addFormat("date-time", fullFormats["date-time"]);
  ajv.addFormat("int32", {
    type: "number",
    validate: (value: number) => value === Math.trunc(value) && Math.abs(value + 0.5) < 2 ** 31,
  });
  ajv.addFormat(
    "int64",
    (text: string) => /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text),
  );
  const context: SchemaContext = {
    index: indexTypes(project([], types)),
    forms: documentForms,
    refOf: (name) => `#/$defs/${name}`,
    modelRefOf: ({ kind }) => `#/$defs/${kind}`,
  };
  const $defs = Object.fromEntries(types.map(({ name, type: body }) => [name, schemaOf(body, context)]));
  const schema = { $defs, ...schemaOf(type, context) };
  const validate = ajv.compile(schema);
  const compares = /"(uniqueItems|const|enum)":/.test(JSON.stringify(schema));
  return (value) => (compares && calledByAjv.test(JSON.stringify(value) ?? "") ? undefined : validate(value));
}

function emittedValidator({ type, types }: TypeSample): (value: unknown) => boolean {
  const validate = loadValidators(project([model("Thing", object({ value: type }))], types)).get("Thing");
  const thing = (value: unknown) => ({
    apiVersion: "things.example.com/v1alpha1",
    kind: "Thing",
    metadata: {},
    spec: { value },
  });
  return (value) => validate?.(thing(structuredClone(value))).length === 0;
}

test("emitted validators agree with plain Ajv on the emitted schema, whatever the type and the value", () => {
  let [good, bad] = [0, 0];
  const sampleAndValues = typeSample.chain((sample) =>
    fc.tuple(fc.constant(sample), fc.array(valuesOf(sample), { minLength: 20, maxLength: 20 })),
  );
  fc.assert(
    fc.property(sampleAndValues, ([sample, values]) => {
      const [plain, emitted] = [plainValidator(sample), emittedValidator(sample)];
      for (const value of values) {
        const expected = plain(value);
        if (expected === undefined) continue;
        if (expected) good++;
        else bad++;
        expect({ value, valid: emitted(value) }).toEqual({ value, valid: expected });
      }
    }),
    { numRuns: randomCases(100) },
  );
  expect(good).toBeGreaterThan(randomCases(100));
  expect(bad).toBeGreaterThan(randomCases(100));
});
