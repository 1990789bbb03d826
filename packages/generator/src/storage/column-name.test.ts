import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../render/hostile-text.test.fixture.js";
import { columnName, valueTableName, type IndexOwner } from "./column-name.js";
import { labelTableName, tableName } from "./table-name.js";

const ownerOf = (...names: string[]): IndexOwner => ({
  group: "people.example.com",
  plural: "people",
  indexes: names.map((name) => ({ name })),
});

describe("columnName", () => {
  test.each([
    ["spec.name", "x_spec_name"],
    ["spec.otherPerson", "x_spec_other_person"],
    ["spec.apiURLPath2", "x_spec_api_url_path2"],
    ["initial", "x_initial"],
    ["id", "x_id"],
    ["spec.a--b", "x_spec_a_b"],
    ["__proto__", "x_proto"],
    ["constructor", "x_constructor"],
    ["日本", "x_cf2abf0c5be3"],
  ])("%s gives %s", (index, column) => {
    expect(columnName(ownerOf(index), index)).toBe(column);
  });

  test("indexes that look alike each get a hash, whichever is declared first", () => {
    const [one, other] = ["spec.firstName", "spec.first.name"];
    const names = [
      columnName(ownerOf(one, other, "spec.age"), one),
      columnName(ownerOf(one, other, "spec.age"), other),
    ];
    expect(names).toEqual([
      expect.stringMatching(/^x_spec_first_name_[0-9a-f]{12}$/),
      expect.stringMatching(/^x_spec_first_name_[0-9a-f]{12}$/),
    ]);
    expect(names[0]).not.toBe(names[1]);
    expect([columnName(ownerOf(other, one), one), columnName(ownerOf(other, one), other)]).toEqual(names);
    expect(columnName(ownerOf(one, other, "spec.age"), "spec.age")).toBe("x_spec_age");
  });

  test("an index the model does not have is the caller's mistake", () => {
    expect(() => columnName(ownerOf("spec.name"), "spec.nmae")).toThrow(
      'people.people.example.com has no index "spec.nmae"',
    );
  });
});

describe("valueTableName", () => {
  test("is the model's table and the column's name", () => {
    expect(valueTableName(ownerOf("spec.tags"), "spec.tags")).toBe("people_example_com_people___x_spec_tags");
  });

  test("is no index of another value table", () => {
    const owner = ownerOf("spec.tags", "spec.tags.value.key");
    expect(valueTableName(owner, "spec.tags.value.key")).not.toBe(`${valueTableName(owner, "spec.tags")}_value_key`);
  });
});

test("columns and value tables of a model are distinct, legal and within PostgreSQL's limit", () => {
  const indexName = fc.oneof(
    fc.stringMatching(/^spec(\.[a-zA-Z]{1,3}[_-]?[aA]?){1,2}$/),
    fc.stringMatching(/^spec\.[a-zA-Z0-9_.]{1,90}$/),
    hostileText.filter((text) => text !== ""),
  );
  fc.assert(
    fc.property(fc.uniqueArray(indexName, { minLength: 1, maxLength: 30 }), (names) => {
      const owner = ownerOf(...names);
      const columns = names.map((name) => columnName(owner, name));
      const tables = [tableName(owner), labelTableName(owner), ...names.map((name) => valueTableName(owner, name))];
      expect(new Set(columns).size).toBe(columns.length);
      expect(new Set(tables).size).toBe(tables.length);
      for (const name of [...columns, ...tables]) expect(name).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
      for (const column of columns) expect(column).toMatch(/^x_/);
    }),
    { numRuns: 500 },
  );
});
