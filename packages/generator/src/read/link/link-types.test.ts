import { expect, test } from "vitest";

import { model, named, object, ref, string } from "../../model/type-builders.test.fixture.js";
import type { Type } from "../../model/type.js";
import { noAnnotations } from "../docs/annotations.js";
import { linkTypes } from "./link-types.js";
import type { LinkedEntry } from "./type-names.js";

function entry(id: string, file: string, type: Type): LinkedEntry {
  const { span } = named("Address", type);
  return {
    id,
    name: "Address",
    origin: { file, offset: 0, span, namespaces: [] },
    body: { type, annotations: noAnnotations },
  };
}

const used = entry("1", "src/used.ts", object({ street: string() }));
const things = [model("Thing", object({ home: ref("1") }))];
const unused = object({ other: string(), more: ref("1") });

test.each([
  ["another file, which comes first", "src/another.ts"],
  ["the same place, as an instance of a generic type", "src/used.ts"],
])("a type that no model refers to takes no name from one that is used: one of %s", (_, file) => {
  const clashes: string[] = [];
  const report = (_code: string, _span: unknown, values?: object): void => void clashes.push(JSON.stringify(values));
  const { types, models } = linkTypes({
    endpoints: [],
    models: things,
    entries: [entry("0", file, unused), used],
    report,
  });
  expect(types.map(({ name, type }) => [name, type.shape])).toEqual([["Address", "object"]]);
  expect(models[0]?.spec?.type).toMatchObject({ properties: [{ type: { shape: "ref", name: "Address" } }] });
  expect(clashes).toEqual([]);
});
