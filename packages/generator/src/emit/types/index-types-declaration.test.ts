import { expect, test } from "vitest";

import type { IndexModel } from "../../model/model.js";
import { indexModel } from "../../model/people.test.fixture.js";
import { typeLookup } from "../../model/type-at-path.js";
import {
  array,
  literal,
  model,
  named,
  nothing,
  object,
  oneOf,
  project,
  ref,
  scalar,
  string,
  template,
  union,
} from "../../model/type-builders.test.fixture.js";
import type { Type } from "../../model/type.js";
import { indexTypesDeclaration } from "./index-types-declaration.js";

const context = { nameOf: (type: string) => type, modelNameOf: ({ name }: { name: string }) => name };

function valueOf(type: Type, more: Partial<IndexModel>): string | undefined {
  const index = indexModel("spec.field", 0, more);
  const thing = model("Thing", object({ "field?": type }), { indexes: [index] });
  const lookup = typeLookup(project([thing], [named("Gender", oneOf("MALE", "FEMALE"))]));
  return /value: (.*); multi/.exec(indexTypesDeclaration(thing, lookup, context))?.[1];
}

const byFunction = { valueType: "string", source: "function", path: [] } as const;

test.each<[Type, Partial<IndexModel>, string]>([
  [string({ maxLength: 3 }), { valueType: "string" }, "string"],
  [scalar("integer"), { valueType: "integer" }, "number"],
  [scalar("int64"), { valueType: "int64" }, "string"],
  [scalar("timestamp"), { valueType: "timestamp" }, "string | Date"],
  [oneOf("a", "b"), { valueType: "string" }, '"a" | "b"'],
  [ref("Gender"), { valueType: "string" }, '"MALE" | "FEMALE"'],
  [union(ref("Gender"), nothing), { valueType: "string" }, '"MALE" | "FEMALE"'],
  [oneOf(1, 2.5), { valueType: "number" }, "1 | 2.5"],
  [literal(true), { valueType: "boolean" }, "true"],
  [template("^/", "`/${string}`"), { valueType: "string" }, "`/${string}`"],
  [union(literal("none"), template("^/", "`/${string}`")), { valueType: "string" }, '"none" | `/${string}`'],
  [union(literal("none"), string()), { valueType: "string" }, "string"],
  [array(ref("Gender")), { valueType: "string", multi: true }, '"MALE" | "FEMALE"'],
  [oneOf("a", "b"), byFunction, "string"],
  [oneOf("a", "b"), { ...byFunction, returnedPath: ["spec", "field"] }, '"a" | "b"'],
  [array(ref("Gender")), { ...byFunction, returnedPath: ["spec", "field"], multi: true }, '"MALE" | "FEMALE"'],
  [scalar("integer"), { ...byFunction, returnedPath: ["spec", "field"] }, "string"],
  [string(), { ...byFunction, returnedPath: ["metadata", "name"] }, "string"],
  [string(), { ...byFunction, returnedValues: ["a", 'b"'] }, '"a" | "b\\""'],
])("%j with %j", (type, more, expected) => {
  expect(valueOf(type, more)).toBe(expected);
});
