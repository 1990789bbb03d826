import { describe, expect, test } from "vitest";
import { person } from "../model/people.test.fixture.js";
import { changedTables } from "./compare-schemas.js";
import { parseSnapshot } from "./parse-snapshot.js";
import { nothing, project, schemaOf } from "./schemas.test.fixture.js";
import { printSnapshot } from "./snapshot.js";

describe("a snapshot", () => {
  test.each([
    ["no tables", nothing],
    ["tables", schemaOf(person, project)],
  ])("with %s is read as it was written", (_, schema) => {
    const { after, schema: read } = parseSnapshot(printSnapshot({ after: ["20260131095959_init"], schema }));
    expect(after).toEqual(["20260131095959_init"]);
    expect(changedTables(schema, read)).toEqual([]);
    expect(read.tables.length).toBe(schema.tables.length);
  });

  test("has a line for each column", () => {
    const text = printSnapshot({ after: [], schema: schemaOf({ ...person, indexes: [] }) });
    expect(text.split("\n").slice(0, 22)).toEqual([
      "{",
      '  "version": 1,',
      '  "after": [],',
      '  "tables": [',
      "    {",
      '      "name": "people_example_com_people",',
      '      "role": "objects",',
      '      "columns": [',
      '        {"name":"id","type":"counter","nullable":false,"generated":true},',
      '        {"name":"name","type":"text","nullable":false},',
      '        {"name":"uid","type":"text","nullable":true},',
      '        {"name":"version","type":"counter","nullable":false},',
      '        {"name":"schema","type":"counter","nullable":true},',
      '        {"name":"created_at","type":"bigint","nullable":false},',
      '        {"name":"deleted_at","type":"bigint","nullable":true},',
      '        {"name":"data","type":"bytes","nullable":false}',
      "      ],",
      '      "key": ["id"],',
      '      "indexes": [',
      '        {"name":"people_example_com_people_name_key","unique":true,"parts":[{"column":"name"}]},',
      '        {"name":"people_example_com_people_created_at_id_idx","unique":false,"parts":[{"column":"created_at"},{"column":"id"}]},',
      '        {"name":"people_example_com_people_deleted_at_idx","unique":false,"parts":[{"column":"deleted_at"}]}',
    ]);
  });

  test.each([
    ["[]", 'its "version" is not 1'],
    ['{"version":2}', 'its "version" is not 1'],
    ['{"version":1,"tables":[]}', "it lacks lists"],
    ['{"version":1,"after":[],"tables":[{"name":"a","role":"other"}]}', "it lacks lists"],
    ["{", "Expected property name"],
  ])("%s is none", (text, reason) => {
    expect(() => parseSnapshot(text)).toThrow(SyntaxError);
    expect(() => parseSnapshot(text)).toThrow(reason);
  });
});
