import { skip } from "@cmgen/client";
import { expect } from "vitest";
import { namesOf, refusal, type ObjectRule } from "../client-rule.js";
import { createThree } from "../three-people.js";

export const listRules: readonly ObjectRule[] = [
  {
    rule: "a page says where it is in the whole",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const first = await shown.people.list({ labels, sort: ["metadata.name"], page: 1, size: 2 });
      const whole = { total: 3, totalPages: 2, size: 2, kind: "PersonList" };
      expect(first).toMatchObject({ ...whole, page: 1, first: true, last: false, hasNext: true, hasPrevious: false });
      expect(namesOf(first.items)).toEqual(names.slice(0, 2));
      const second = await shown.people.list({ labels, sort: ["metadata.name"], page: 2, size: 2 });
      expect(second).toMatchObject({ ...whole, page: 2, first: false, last: true, hasNext: false, hasPrevious: true });
      expect(namesOf(second.items)).toEqual(names.slice(2));
    },
  },
  {
    rule: "without a size all objects come, the newest first",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const all = await shown.people.list({ labels });
      expect(all).toMatchObject({ page: 1, size: 0, total: 3, totalPages: 1, first: true, last: true });
      expect(namesOf(all.items).toSorted()).toEqual(names);
      const times = all.items.map(({ metadata }) => metadata.creationTimestamp);
      expect(times).toEqual(times.toSorted().toReversed());
    },
  },
  {
    rule: "deleting: false leaves out what is being deleted",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      await shown.people.update(names[1], { metadata: { finalizers: ["a.b/held"] } });
      await shown.people.delete(names[1]);
      const options = { labels, sort: ["metadata.name"] } as const;
      expect(namesOf((await shown.people.list(options)).items)).toEqual(names);
      const rest = [names[0], names[2]];
      expect(namesOf((await shown.people.list({ ...options, deleting: false })).items)).toEqual(rest);
      expect(await shown.people.count({ labels, deleting: false })).toBe(2);
      const each = [];
      for await (const person of shown.people.each({ ...options, deleting: false, limit: 1 })) each.push(person);
      expect(namesOf(each)).toEqual(rest);
    },
  },
  {
    rule: "an aggregate counts, adds and compares by group",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const all = await shown.people.aggregate({ labels, groupBy: "initial", sum: "spec.age", max: "metadata.name" });
      const ages = (await shown.people.list({ labels })).items.map(({ spec }) => spec.age ?? 0);
      const sum = ages.reduce((total, age) => total + age, 0);
      const max = { "metadata.name": names.at(-1) };
      const initials = new Set(all.groups.map(({ by }) => by.initial));
      expect(all).toMatchObject({
        kind: "PersonAggregate",
        metadata: { resourceVersion: expect.any(String) as string },
      });
      expect([initials.size, all.groups]).toEqual([
        1,
        [{ by: { initial: names[0]?.slice(0, 1) }, count: 3, sum: { "spec.age": sum }, max }],
      ]);
      const none = await shown.people.aggregate({ labels, where: { "spec.age": { lt: 0 } }, groupBy: "spec.age" });
      expect(none.groups).toEqual([]);
    },
  },
  {
    rule: "total: false leaves the total out",
    holds: async (shown) => {
      const { labels } = await createThree(shown);
      const page = await shown.people.list({ labels, size: 2, total: false });
      expect(page).toMatchObject({ hasNext: true, size: 2 });
      expect(page).not.toHaveProperty("total");
      expect(page).not.toHaveProperty("totalPages");
    },
  },
  {
    rule: "limit and cursor go through a list; total only if asked for",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const options = { labels, sort: ["metadata.name"], limit: 2 } as const;
      const first = await shown.people.list(options);
      expect(namesOf(first.items)).toEqual(names.slice(0, 2));
      expect(first).not.toHaveProperty("total");
      const cursor = first.nextCursor ?? "";
      const second = await shown.people.list({ ...options, cursor });
      expect(namesOf(second.items)).toEqual(names.slice(2));
      expect(second.nextCursor).toBeUndefined();
      expect((await shown.people.list({ ...options, total: true })).total).toBe(3);
    },
  },
  {
    rule: "sort goes up, with a - down; those without the value are first going up and last going down",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const upwards = await shown.people.list({ labels, sort: ["spec.age"] });
      expect(namesOf(upwards.items)).toEqual(names.toReversed());
      const downwards = await shown.people.list({ labels, sort: ["-spec.age"] });
      expect(namesOf(downwards.items)).toEqual(names);
      const second = await shown.people.list({ labels, sort: ["initial", "-metadata.name"] });
      expect(namesOf(second.items)).toEqual(names.toReversed());
    },
  },
  {
    rule: "each goes through every object, whatever the size of its requests",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      for (const limit of [1, 2, 3, 500]) {
        const seen: string[] = [];
        for await (const { metadata } of shown.people.each({ labels, sort: ["-metadata.name"], limit })) {
          seen.push(metadata.name);
        }
        expect(seen).toEqual(names.toReversed());
      }
    },
  },
  {
    rule: "pages gives every page, and count how many objects there are",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const pages: (readonly string[])[] = [];
      for await (const { items } of shown.people.pages({ labels, sort: ["metadata.name"], limit: 2 }))
        pages.push(namesOf(items));
      expect(pages).toEqual([names.slice(0, 2), names.slice(2)]);
      expect(await shown.people.count({ labels })).toBe(3);
      expect(await shown.people.count({ labels, where: { "metadata.name": names[0] ?? "" } })).toBe(1);
    },
  },
  {
    rule: "a condition that is skip selects nothing less",
    holds: async (shown) => {
      const { labels, names } = await createThree(shown);
      const where = { "metadata.name": skip, "spec.age": { gte: skip, lt: 1000 } } as const;
      expect(await shown.people.count({ labels, where: { "metadata.name": skip } })).toBe(names.length);
      expect(await shown.people.count({ labels, where })).toBe(
        await shown.people.count({ labels, where: { "spec.age": { lt: 1000 } } }),
      );
    },
  },
  {
    rule: "a field without an index is InvalidQuery, which names the indexes",
    holds: async ({ people }) => {
      // @ts-expect-error it does not compile either
      const problem = await refusal(people.list({ where: { "spec.gender": "MALE" } }));
      expect(problem).toMatchObject({ code: "InvalidQuery", status: 400 });
      expect("indexes" in problem && problem.indexes).toContain("spec.age");
    },
  },
];
