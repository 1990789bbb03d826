import { selector, skip, type WalkOptions, type WhereLabels } from "@cmgen/client";
import { expect } from "vitest";
import type { PersonIndexes } from "../../../examples/people/src/generated/v1alpha1/client.js";
import { person, type ObjectRule, type Shown } from "../client-rule.js";
import { createThree } from "../three-people.js";

type Where = NonNullable<WalkOptions<PersonIndexes>["where"]>;

/** The letters of those of the three that conditions select, in order. */
function selecting(shown: Shown, names: readonly string[]): (where: Where, labels?: WhereLabels) => Promise<string> {
  return async (where, labels = {}) => {
    const own = { ...labels, "a.b/row": shown.name };
    const { items } = await shown.people.list({ where, labels: own, sort: ["metadata.name"] });
    return items.map(({ metadata }) => "abc"[names.indexOf(metadata.name)]).join("");
  };
}

export const selectRules: readonly ObjectRule[] = [
  {
    rule: "numbers are compared as numbers",
    holds: async (shown) => {
      const letters = selecting(shown, (await createThree(shown)).names);
      expect(await letters({ "spec.age": 30 })).toBe("a");
      expect(await letters({ "spec.age": { eq: 20 } })).toBe("b");
      expect(await letters({ "spec.age": { gt: 9 } })).toBe("ab");
      expect(await letters({ "spec.age": { gte: 20, lt: 30 } })).toBe("b");
      expect(await letters({ "spec.age": { lte: 20 } })).toBe("b");
      expect(await letters({ "spec.age": { in: [20, 30, 31] } })).toBe("ab");
    },
  },
  {
    rule: "ne and notIn select those without the value too",
    holds: async (shown) => {
      const letters = selecting(shown, (await createThree(shown)).names);
      expect(await letters({ "spec.age": { ne: 30 } })).toBe("bc");
      expect(await letters({ "spec.age": { notIn: [20, 30] } })).toBe("c");
      expect(await letters({ "spec.tags": { ne: "x" } })).toBe("bc");
    },
  },
  {
    rule: "exists asks for presence or absence",
    holds: async (shown) => {
      const letters = selecting(shown, (await createThree(shown)).names);
      expect(await letters({ "spec.age": { exists: true } })).toBe("ab");
      expect(await letters({ "spec.age": { exists: false } })).toBe("c");
      expect(await letters({ "metadata.deletionTimestamp": { exists: true } })).toBe("");
    },
  },
  {
    rule: "text is compared whole or by its beginning; of several values one is enough",
    holds: async (shown) => {
      const { names } = await createThree(shown);
      const letters = selecting(shown, names);
      expect(await letters({ "spec.name": names[1] })).toBe("b");
      expect(await letters({ "spec.name": { startsWith: shown.name, ne: names[0] } })).toBe("bc");
      expect(await letters({ "spec.tags": "y" })).toBe("ab");
      expect(await letters({ "spec.tags": { in: ["x", "z"] } })).toBe("a");
      expect(await letters({ initial: "c" })).toBe("abc");
    },
  },
  {
    rule: "instants are given as dates or as text",
    holds: async (shown) => {
      const letters = selecting(shown, (await createThree(shown)).names);
      expect(await letters({ "metadata.creationTimestamp": { gt: new Date("2020-01-01") } })).toBe("abc");
      expect(await letters({ "metadata.creationTimestamp": { lt: "2020-01-01T00:00:00Z" } })).toBe("");
    },
  },
  {
    rule: "labels are selected by value, by set and by presence",
    holds: async (shown) => {
      const letters = selecting(shown, (await createThree(shown)).names);
      const team = (condition: WhereLabels[string]): Promise<string> => letters({}, { "a.b/team": condition });
      expect(await team("red")).toBe("a");
      expect(await team({ in: ["red", "blue"] })).toBe("ab");
      expect(await team({ ne: "red" })).toBe("bc");
      expect(await team({ notIn: ["red", "blue"] })).toBe("c");
      expect(await team({ exists: true })).toBe("ab");
      expect(await team({ exists: false })).toBe("c");
    },
  },
  {
    rule: "conditions of different fields and of labels must all hold",
    holds: async (shown) => {
      const letters = selecting(shown, (await createThree(shown)).names);
      expect(await letters({ "spec.age": { gt: 9 }, "spec.tags": "x" })).toBe("a");
      expect(await letters({ "spec.age": { gt: 9 } }, { "a.b/team": "blue" })).toBe("b");
    },
  },
  {
    rule: "all of some values are wanted of an object",
    holds: async (shown) => {
      const { names } = await createThree(shown);
      const letters = selecting(shown, names);
      expect(await letters({ "spec.tags": { all: ["x", "y"] } })).toBe("a");
      expect(await letters({ "spec.tags": { all: ["y"] } })).toBe("ab");
      expect(
        await letters({ or: [{ "spec.tags": { all: ["y", "x"], ne: "z" } }, { "spec.tags": { all: ["x", "z"] } }] }),
      ).toBe("a");
      await expect(letters({ "spec.tags": { all: [] } })).rejects.toThrow(RangeError);
    },
  },
  {
    rule: "of the alternatives of or one is enough, with all its conditions",
    holds: async (shown) => {
      const { names } = await createThree(shown);
      const letters = selecting(shown, names);
      expect(await letters({ or: [{ "spec.age": 30 }, { "spec.age": { exists: false } }] })).toBe("ac");
      expect(await letters({ or: [{ "spec.age": { gt: 9 }, "spec.tags": "x" }, { "spec.age": 20 }] })).toBe("ab");
      expect(await letters({ "spec.tags": "y", or: [{ "spec.age": 20 }, { "spec.age": 9 }] })).toBe("b");
      expect(await letters({ or: [{ "spec.name": names[0] }, { "spec.name": { in: [names[2] ?? ""] } }] })).toBe("ac");
      expect(await letters({ or: [{ "spec.name": `${names[0]}|spec.age` }, { "spec.age": 20 }] })).toBe("b");
      expect(await letters({ "spec.age": 30, or: skip })).toBe("a");
      expect(await letters(selector`(spec.age=${30}|spec.age=${20}),(spec.tags=x|!spec.age)`)).toBe("a");
      await expect(letters({ or: [] })).rejects.toThrow(RangeError);
    },
  },
  {
    rule: "a selector in text form is taken as it is, with its values quoted",
    holds: async (shown) => {
      const { names } = await createThree(shown);
      const letters = selecting(shown, names);
      expect(await letters(selector`spec.age>=${20},spec.name in (${[names[0], names[2]]})`)).toBe("a");
      expect(await letters(selector`spec.name=${`${names[0]},spec.age>0`}`)).toBe("");
    },
  },
  {
    rule: "a value stays one value, whatever characters it has",
    holds: async ({ people, name }) => {
      for (const [at, text] of ["a,b", 'say "x"', "(1)", "a=b", " blank ", "é😀", "!x", "%20&+"].entries()) {
        const value = `${name} ${text}`;
        await people.create(person(`${name}-${at}`, { spec: { name: value, tags: [text] } }));
        expect((await people.list({ where: { "spec.name": value } })).total).toBe(1);
        const tagged = await people.list({ where: { "spec.tags": { in: [text] }, "spec.name": { startsWith: name } } });
        expect(tagged.items.map(({ spec }) => spec.name)).toEqual([value]);
      }
    },
  },
];
