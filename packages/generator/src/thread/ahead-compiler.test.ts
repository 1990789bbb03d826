import { expect, test } from "vitest";

import { createValidatorWriter } from "../emit/validator/emit-validator.js";
import { model, named, object, project, ref, string } from "../model/type-builders.test.fixture.js";
import type { NamedType } from "../model/type.js";
import type { LinkedEntry } from "../read/link/type-names.js";
import { KnownFunctions } from "../validator/known-functions.js";
import { AheadCompiler } from "./ahead-compiler.js";

const one = model("One", object({ home: ref("Address") }));
const address = named("Address", object({ street: string({ maxLength: 9 }), zip: ref("Zip") }));
const zip = named("Zip", string({ maxLength: 5 }));

/** Compiles a model ahead with some types; what is to be changed about them afterwards is up to the test. */
function compiledAhead(...types: readonly NamedType[]): KnownFunctions {
  const functions = new KnownFunctions();
  new AheadCompiler(functions).take({ models: [one], types: types.map(entryOf) });
  return functions;
}

test("what was compiled ahead is what is compiled later", () => {
  const all = project([one], [address, zip]);
  expect(createValidatorWriter(all, compiledAhead(address, zip))(one)).toBe(createValidatorWriter(all)(one));
});

test("what changes meanwhile is compiled again, in the type itself and in one that is copied into it", () => {
  const longer = named("Zip", string({ maxLength: 6 }));
  const wider = named("Address", object({ street: string({ maxLength: 10 }), zip: ref("Zip") }));
  for (const types of [
    [address, longer],
    [wider, zip],
  ]) {
    const all = project([one], types);
    const text = createValidatorWriter(all, compiledAhead(address, zip))(one);
    expect(text).toBe(createValidatorWriter(all)(one));
    expect(text).not.toBe(createValidatorWriter(project([one], [address, zip]))(one));
  }
});

test("what refers to a type that has not been read is left for later", () => {
  expect(() => compiledAhead(address)).not.toThrow();
});

test("a type that is called otherwise in the end has its own function", () => {
  // The project's model takes the name, so what is emitted for the type has another one.
  const list = named("OneList", object({ street: string(), zip: ref("Zip"), more: string(), yet: string() }));
  const other = model("Other", object({ home: ref("OneList") }));
  const functions = new KnownFunctions();
  new AheadCompiler(functions).take({ models: [other], types: [entryOf(list), entryOf(zip)] });
  const all = project([one, other], [address, list, zip]);
  expect(createValidatorWriter(all, functions)(other)).toBe(createValidatorWriter(all)(other));
});

function entryOf({ name, type, documentation, span }: NamedType): LinkedEntry {
  const origin = { file: span.file, offset: 0, span, namespaces: [] };
  return { id: name, name, origin, body: { type, annotations: { documentation, constraints: {}, tagSpans: {} } } };
}
