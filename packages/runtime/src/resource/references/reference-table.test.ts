import { expect, it } from "vitest";
import type { ModelDescriptor, ReferenceDescriptor } from "../../model/model-descriptor.js";
import { createReferenceTable } from "./reference-table.js";

const indexOf = (name: string, column: string): ModelDescriptor["indexes"][number] => ({
  name,
  order: "ASC",
  unique: false,
  multi: false,
  type: "string",
  column,
  fingerprint: name,
  extract: () => null,
});
const personModel: ModelDescriptor = {
  group: "people.example.com",
  version: "v1alpha1",
  kind: "Person",
  plural: "people",
  singular: "person",
  table: "people",
  labelTable: "people_labels",
  indexes: [indexOf("spec.name", "x_spec_name"), indexOf("spec.tags", "x_spec_tags")],
  statusSubresource: false,
  validate: () => [],
};
const toPerson = { apiVersion: "people.example.com/v1alpha1", kind: "Person" };
const byName: ReferenceDescriptor = {
  index: "spec.name",
  path: ["spec", "name"],
  target: toPerson,
  onDelete: "restrict",
};
const person = (...references: ReferenceDescriptor[]): ModelDescriptor => ({ ...personModel, references });

it("finds the references of a model and those to it, the latter once for all versions", () => {
  const first = person(byName, { ...byName, index: "spec.tags", path: ["spec", "tags", null], onDelete: "none" });
  const table = createReferenceTable([first, { ...first, version: "v2" }]);
  expect(table.outgoing(first).map(({ index, model }) => [index, model.kind])).toEqual([
    ["spec.name", "Person"],
    ["spec.tags", "Person"],
  ]);
  expect(table.incoming(first).map(({ stored }) => stored)).toEqual([
    { table: personModel.table, names: { column: "x_spec_name" } },
  ]);
});

it("refuses what cannot be kept", () => {
  const elsewhere = person({ ...byName, target: { ...toPerson, kind: "Ghost" } });
  expect(() => createReferenceTable([elsewhere])).toThrow(
    "refers to Ghost of people.example.com/v1alpha1 by spec.name",
  );
  expect(() => createReferenceTable([person({ ...byName, index: "spec.none" })])).toThrow("has no index spec.none");
  expect(() => createReferenceTable([]).outgoing(person(byName))).toThrow("as `models`");
  expect(createReferenceTable([]).outgoing(personModel)).toEqual([]);
});
