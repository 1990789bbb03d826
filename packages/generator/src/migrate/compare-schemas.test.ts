import { expect, test } from "vitest";
import { person } from "../model/people.test.fixture.js";
import { changedTables } from "./compare-schemas.js";
import { name, project, schemaOf, tags } from "./schemas.test.fixture.js";

const table = "people_example_com_people";

test("names and comments of the Prisma schema are no change", () => {
  const renamed = { ...person, kind: "Human", documentation: { description: "Someone." } };
  expect(changedTables(schemaOf(person), schemaOf(renamed))).toEqual([]);
});

test("tables come, go and change", () => {
  const [from, to] = [schemaOf({ ...person, indexes: [name] }), schemaOf({ ...person, indexes: [tags] }, project)];
  const changes = changedTables(from, to);
  expect(changes.map(({ from: old, to: made }) => [old?.name, made?.name])).toEqual([
    [table, table],
    [undefined, `${table}___x_spec_tags`],
    [undefined, "people_example_com_projects"],
    [undefined, "people_example_com_projects___labels"],
  ]);
});
