import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelTableName, tableName, type TableOwner } from "./table-name.js";

const dnsLabel = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$/);
const owner = fc.record({
  group: fc.array(dnsLabel, { minLength: 1, maxLength: 6 }).map((labels) => labels.join(".")),
  plural: fc.stringMatching(/^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/),
});

/** Owners made of few letters, so that names which nearly meet are drawn often. */
const closeOwner = fc.record({
  group: fc.stringMatching(/^[ab]((\.|-|--)[ab]){0,3}$/),
  plural: fc.stringMatching(/^[ab]((-|--)[ab]){0,2}$/),
});

const identity = ({ group, plural }: TableOwner) => `${plural}.${group}`;

describe("tableName", () => {
  test.each([
    ["people.example.com", "people", "people_example_com_people"],
    ["my-company.io", "site-settings", "my__company_io_site__settings"],
    ["a--b", "c", "a____b_c"],
    ["3scale.net", "apis", "3scale_net_apis"],
  ])("%s %s", (group, plural, expected) => {
    expect(tableName({ group, plural })).toBe(expected);
  });

  test.each([
    ["cmgen", "changes"],
    ["sqlite", "master"],
    ["pg", "class"],
    ["new.people.example.com", "people"],
    ["a.people.id", "seq"],
    ["a.people.name", "key"],
  ])("stands aside for names the databases or the service own: %s %s", (group, plural) => {
    expect(tableName({ group, plural })).toMatch(/^t___/);
  });

  test("long names are cut and told apart by a hash", () => {
    const group = "a-rather-long-department.of-a-rather-long-company.example.com";
    expect(tableName({ group, plural: "people" })).toBe("a__rather__long__department_of__a__rath___191751137cee");
    expect(tableName({ group, plural: "people" })).not.toBe(tableName({ group, plural: "peoples" }));
  });

  test("is injective", () => {
    fc.assert(
      fc.property(fc.oneof(owner, closeOwner), fc.oneof(owner, closeOwner), (one, other) => {
        expect(tableName(one) === tableName(other)).toBe(identity(one) === identity(other));
      }),
      { numRuns: 2_000 },
    );
  });

  test("gives identifiers that need no quotes but for a leading digit, within PostgreSQL's limit, that no system owns", () => {
    fc.assert(
      fc.property(owner, (one) => {
        expect(tableName(one)).toMatch(/^[a-z0-9][a-z0-9_]*$/);
        expect(tableName(one)).not.toMatch(/^(sqlite|pg|cmgen|_prisma)_/);
        expect(labelTableName(one).length).toBeLessThanOrEqual(63);
        expect(labelTableName(one)).toBe(`${tableName(one)}___labels`);
      }),
    );
  });
});

test("no model's table is another's label table", () => {
  expect(labelTableName({ group: "g", plural: "people" })).not.toBe(tableName({ group: "g", plural: "people-labels" }));
});
