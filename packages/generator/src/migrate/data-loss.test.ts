import { expect, test } from "vitest";
import { person } from "../model/people.test.fixture.js";
import type { DatabaseSchema, Table } from "../storage/database-schema.js";
import { dataLosses } from "./data-loss.js";
import {
  name,
  numericName,
  peopleWith,
  project,
  schemaOf,
  tags,
  uniqueName,
  uniqueTags,
} from "./schemas.test.fixture.js";

const table = "people_example_com_people";

/** A schema whose table of people is another. */
function changed(schema: DatabaseSchema, change: (table: Table) => Table): DatabaseSchema {
  return { tables: schema.tables.map((one) => (one.name === table ? change(one) : one)) };
}

function withColumn(column: Partial<Table["columns"][number]>): DatabaseSchema {
  return changed(peopleWith(), (one) => ({
    ...one,
    columns: one.columns.map((old) => (old.name === "deleted_at" ? { ...old, ...column } : old)),
  }));
}

test.each([
  ["an index goes", peopleWith(name, tags), peopleWith()],
  ["an index is of another type", peopleWith(name), peopleWith(numericName)],
  ["an index is now unique", peopleWith(name, tags), peopleWith(uniqueName, uniqueTags)],
  ["a model comes", schemaOf(person), schemaOf(person, project)],
  ["a column may now be empty", withColumn({ nullable: false }), withColumn({ nullable: true })],
])("nothing is lost where %s", (_, from, to) => {
  expect(dataLosses(from, to)).toEqual([]);
});

test.each([
  {
    what: "a model goes",
    from: schemaOf(person, project),
    to: schemaOf(project),
    loss: `drops table ${table} and all objects in it`,
  },
  {
    what: "a column goes",
    from: peopleWith(),
    to: withColumn({ name: "other" }),
    loss: `drops column deleted_at of table ${table}`,
  },
  {
    what: "a column is of another type",
    from: peopleWith(),
    to: withColumn({ type: "text" }),
    loss: `changes column deleted_at of table ${table} from bigint to text`,
  },
  {
    what: "a column must not be empty any more",
    from: peopleWith(),
    to: withColumn({ nullable: false }),
    loss: `requires column deleted_at of table ${table}, which may be empty`,
  },
])("says so where $what", ({ from, to, loss }) => {
  expect(dataLosses(from, to)).toEqual([loss]);
});
