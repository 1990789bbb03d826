import { describe, expect, test } from "vitest";
import type { Model } from "../model/model.js";
import { person } from "../model/people.test.fixture.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import { changedTables } from "./compare-schemas.js";
import { latestState } from "./latest-state.js";
import type { Migration } from "./read-history.js";
import { age, name, nothing, project, schemaOf, tags } from "./schemas.test.fixture.js";

const migration = (folder: string, after: readonly string[], schema: DatabaseSchema): Migration => ({
  name: folder,
  snapshot: { after, schema },
});
const personWith = (...indexes: Model["indexes"]): Model => ({ ...person, indexes });

/** Where a history leads, and how that differs from `schema`. */
function found(history: readonly Migration[], schema: DatabaseSchema) {
  const state = latestState(history);
  return { after: state.after, differences: changedTables(state.schema, schema) };
}

describe("latestState", () => {
  const init = migration("1_init", [], schemaOf(personWith(name)));

  test("of no migrations is nothing", () => {
    expect(found([], nothing)).toEqual({ after: [], differences: [] });
  });

  test("is where the newest leads", () => {
    const next = migration("2_index", ["1_init"], schemaOf(personWith(name, age)));
    expect(found([init, next], schemaOf(personWith(name, age)))).toEqual({ after: ["2_index"], differences: [] });
  });

  test("passes over migrations written by hand", () => {
    expect(found([init, { name: "2_fill_in_names" }], schemaOf(personWith(name)))).toEqual({
      after: ["1_init"],
      differences: [],
    });
  });

  test("where all are written by hand nobody knows", () => {
    expect(() => latestState([{ name: "1_mine" }])).toThrow("Migration 1_mine has no snapshot.json");
  });

  test("after the first ones were squashed into one is where that leads", () => {
    expect(
      found([migration("2_squashed", ["1_init"], schemaOf(personWith(name, age)))], schemaOf(personWith(name, age))),
    ).toEqual({ after: ["2_squashed"], differences: [] });
  });
});

describe("latestState of two branches", () => {
  const base = migration("1_init", [], schemaOf(personWith(name)));

  test("is what both changed", () => {
    const one = migration("2_index", ["1_init"], schemaOf(personWith(name, age)));
    const other = migration("3_more", ["1_init"], schemaOf(personWith(name, tags), project));
    expect(found([base, one, other], schemaOf(personWith(name, age, tags), project))).toEqual({
      after: ["2_index", "3_more"],
      differences: [],
    });
  });

  test("is what is left where one of them dropped something", () => {
    const one = migration("2_drop", ["1_init"], schemaOf(personWith()));
    const other = migration("3_add", ["1_init"], schemaOf(personWith(name), project));
    expect(found([base, one, other], schemaOf(personWith(), project))).toEqual({
      after: ["2_drop", "3_add"],
      differences: [],
    });
  });

  test("is theirs no more once a migration was made on top of both", () => {
    const one = migration("2_index", ["1_init"], schemaOf(personWith(name, age)));
    const other = migration("3_more", ["1_init"], schemaOf(personWith(name), project));
    const joined = migration("4_joined", ["2_index", "3_more"], schemaOf(project));
    expect(found([base, one, other, joined], schemaOf(project))).toEqual({ after: ["4_joined"], differences: [] });
  });

  test("of three is what all changed", () => {
    const one = migration("2_a", ["1_init"], schemaOf(personWith(name, age)));
    const other = migration("3_b", ["1_init"], schemaOf(personWith(name, tags)));
    const third = migration("4_c", ["1_init"], schemaOf(personWith(name), project));
    expect(found([base, one, other, third], schemaOf(personWith(name, age, tags), project))).toEqual({
      after: ["2_a", "3_b", "4_c"],
      differences: [],
    });
  });

  test("cannot be told where both made the same table: only one migration can run", () => {
    const one = migration("2_a", ["1_init"], schemaOf(personWith(name), project));
    const other = migration("3_b", ["1_init"], schemaOf(personWith(name), project));
    expect(() => latestState([base, one, other])).toThrow(
      "Migrations 2_a and 3_b were made on branches that both change table people_example_com_projects, " +
        "table people_example_com_projects___labels. Delete the folder of the one that no database has applied yet",
    );
  });

  test("cannot be told where both changed the same column", () => {
    const one = migration("2_a", ["1_init"], schemaOf(personWith({ ...name, valueType: "integer" })));
    const other = migration("3_b", ["1_init"], schemaOf(personWith()));
    expect(() => latestState([base, one, other])).toThrow("column of table people_example_com_people x_spec_name");
  });
});
