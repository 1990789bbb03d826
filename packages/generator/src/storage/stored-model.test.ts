import { expect, test } from "vitest";

import { printModels } from "../emit/prisma/print-prisma-schema.js";
import { projectKeys } from "../emit/model-keys.js";
import type { IndexModel, Model } from "../model/model.js";
import { people, person } from "../model/people.test.fixture.js";
import { databaseSchemaOf } from "./database-schema-of.js";

/** Types refer to no model by its kind then. */
const { spec: _, ...withoutSpec } = person;

const withIndex = (change: Partial<IndexModel>): Model => ({
  ...person,
  indexes: person.indexes.map((index, at) => (at === 1 ? { ...index, ...change } : index)),
});

test.each<readonly [string, Model]>([
  ["group", { ...person, group: "others.example.com" }],
  ["kind", { ...withoutSpec, kind: "Human" }],
  ["plural", { ...person, plural: "humans" }],
  ["description", { ...person, documentation: { description: "Somebody else." } }],
  ["index's name", withIndex({ name: "spec.years" })],
  ["index's uniqueness", withIndex({ unique: true })],
  ["index's number of values", withIndex({ multi: true })],
  ["index's type", withIndex({ valueType: "string" })],
])("tables are made again after a change of a model's %s", (_what, changed) => {
  const project = { ...people, models: [changed] };
  const text = printModels(databaseSchemaOf(project), "postgresql");
  expect(text).not.toBe(printModels(databaseSchemaOf(people), "postgresql"));
  expect(projectKeys(project).ofTables).not.toBe(projectKeys(people).ofTables);
});

test("tables are made again where objects are stored as another version", () => {
  const other = { ...person, version: "v2", indexes: [] };
  const [one, two] = [
    { ...people, models: [{ ...person, storage: true } as const, other] },
    { ...people, models: [person, { ...other, storage: true } as const] },
  ];
  expect(databaseSchemaOf(one)).not.toEqual(databaseSchemaOf(two));
  expect(projectKeys(one).ofTables).not.toBe(projectKeys(two).ofTables);
});

test("a change that tables do not depend on leaves them", () => {
  const ordered = withIndex({ order: "ASC" });
  for (const changed of [{ ...withoutSpec, version: "v9" }, ordered])
    expect(projectKeys({ ...people, models: [changed] }).ofTables).toBe(projectKeys(people).ofTables);
});
