import { describe, expect, test } from "vitest";
import { person } from "../model/people.test.fixture.js";
import { migrationName, nextMigrationTime } from "./migration-name.js";
import { age, name, nothing, peopleWith, project, schemaOf, tags } from "./schemas.test.fixture.js";

describe("migrationName", () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ ...project, kind: `Project${at}`, plural: `projects${at}` }));

  test.each([
    ["init", nothing, schemaOf(person, project)],
    ["add_project", schemaOf(person), schemaOf(person, project)],
    ["drop_people_example_com_projects", schemaOf(person, project), schemaOf(person)],
    ["index_person", peopleWith(name), peopleWith(age, tags)],
    ["index_person", peopleWith(tags), peopleWith()],
    ["index_person_add_project", schemaOf({ ...person, indexes: [] }), schemaOf(person, project)],
    ["change_models", schemaOf(person), schemaOf(person, ...many)],
  ])("%s", (expected, from, to) => {
    expect(migrationName(from, to)).toBe(expected);
  });
});

describe("nextMigrationTime", () => {
  const now = new Date("2026-02-28T23:59:59.999Z");

  test("is the time, in UTC", () => {
    expect(nextMigrationTime([], now)).toBe("20260228235959");
    expect(nextMigrationTime(["20260228235958_init", "0_init"], now)).toBe("20260228235959");
  });

  test("comes after the newest migration, whatever the clock says", () => {
    expect(nextMigrationTime(["20260228235959_init"], now)).toBe("20260301000000");
    expect(nextMigrationTime(["20991231235959_init", "20260101000000_add"], now)).toBe("21000101000000");
  });

  test("is refused where no time could come after a name", () => {
    expect(() => nextMigrationTime(["add_people"], now)).toThrow(
      "Migration add_people has no time in front of its name",
    );
  });
});
