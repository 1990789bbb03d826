import { describe, expect, test } from "vitest";
import { changedIndexes, changedTables } from "./compare-schemas.js";
import {
  age,
  name,
  numericName,
  peopleWith,
  project,
  schemaOf,
  tags,
  uniqueName,
  uniqueTags,
} from "./schemas.test.fixture.js";
import type { IndexModel } from "../model/model.js";
import { person } from "../model/people.test.fixture.js";

const table = "people_example_com_people";

describe("changedTables", () => {
  test("names and comments of the Prisma schema are no change", () => {
    const renamed = { ...person, kind: "Human", documentation: { description: "Someone." } };
    expect(changedTables(schemaOf(person), schemaOf(renamed))).toEqual([]);
  });

  test("tells what comes, goes and changes", () => {
    const changes = changedTables(
      schemaOf({ ...person, indexes: [name] }),
      schemaOf({ ...person, indexes: [tags] }, project),
    );
    expect(changes.map(({ from, to }) => [from?.name, to?.name])).toEqual([
      [table, table],
      [undefined, `${table}___x_spec_tags`],
      [undefined, "people_example_com_projects"],
      [undefined, "people_example_com_projects___labels"],
    ]);
  });
});

describe("changedIndexes", () => {
  const index = "spec.name";

  const columns = { table, column: "x_spec_name" };
  const values = { table: `${table}___x_spec_tags` };
  const order: IndexModel = { ...age, order: "ASC" };

  test.each([
    { what: "a new index", from: peopleWith(age), to: peopleWith(age, name), changes: [{ table, index }] },
    { what: "an index that goes", from: peopleWith(age, name), to: peopleWith(age), changes: [{ table, index }] },
    { what: "another order", from: peopleWith(age), to: peopleWith(order), changes: [] },
    {
      what: "another type",
      from: peopleWith(name),
      to: peopleWith(numericName),
      changes: [{ table, index, clear: columns }],
    },
    {
      what: "an index that is now unique",
      from: peopleWith(name),
      to: peopleWith(uniqueName),
      changes: [{ table, index, clear: columns }],
    },
    { what: "an index that is no longer unique", from: peopleWith(uniqueName), to: peopleWith(name), changes: [] },
    { what: "a model that comes", from: schemaOf(project), to: schemaOf(project, person), changes: [] },
    { what: "a model that goes", from: schemaOf(project, person), to: schemaOf(project), changes: [] },
    {
      what: "a new multi-valued index",
      from: peopleWith(),
      to: peopleWith(tags),
      changes: [{ table, index: "spec.tags" }],
    },
    {
      what: "a multi-valued index that goes",
      from: peopleWith(tags),
      to: peopleWith(),
      changes: [{ table, index: "spec.tags" }],
    },
    {
      what: "a multi-valued index that is now unique",
      from: peopleWith(tags),
      to: peopleWith(uniqueTags),
      changes: [{ table, index: "spec.tags", clear: values }],
    },
    {
      what: "an index that is now multi-valued",
      from: peopleWith({ ...tags, multi: false }),
      to: peopleWith(tags),
      changes: [
        { table, index: "spec.tags" },
        { table, index: "spec.tags" },
      ],
    },
  ])("$what", ({ from, to, changes }) => {
    expect(changedIndexes(from, to)).toEqual(changes);
  });
});
