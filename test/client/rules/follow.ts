import { expect } from "vitest";
import { namesOf, person, type ClientRule, type ObjectRule } from "../client-rule.js";

/** The first events of a watch, as text. */
async function take(
  events: AsyncIterable<{ type: string; object?: unknown; objects?: unknown }>,
  count: number,
): Promise<string[]> {
  const taken: string[] = [];
  for await (const { type, object } of events) {
    const { metadata } = (object ?? { metadata: {} }) as { metadata: { name?: string; version?: number } };
    taken.push([type, metadata.name, metadata.version].filter((part) => part !== undefined).join(" "));
    if (taken.length === count) break;
  }
  return taken;
}

export const followRules: readonly ObjectRule[] = [
  {
    rule: "a watch from a list's revision has every change after it, in order",
    holds: async ({ people, name }) => {
      const labels = { "a.b/row": name };
      const { metadata } = await people.list({ labels });
      await people.create(person(name, { metadata: { labels } }));
      await people.update(name, { spec: { age: 1 } });
      await people.delete(name);
      const events = people.watch({ labels, resourceVersion: metadata.resourceVersion });
      expect(await take(events, 3)).toEqual([
        `ADDED ${name} 1`,
        `MODIFIED ${name} 2`,
        expect.stringMatching("DELETED"),
      ]);
    },
  },
  {
    rule: "an object that leaves the selection of a watch is DELETED there",
    holds: async ({ people, name }) => {
      const { metadata } = await people.list({ limit: 1 });
      await people.create(person(name, { spec: { age: 30 } }));
      await people.update(name, { spec: { age: 3 } });
      const where = { "spec.age": { gte: 18 }, "metadata.name": name };
      const events = people.watch({ where, resourceVersion: metadata.resourceVersion });
      const types = (await take(events, 2)).map((event) => event.split(" ")[0]);
      expect(types).toEqual(["ADDED", "DELETED"]);
    },
  },
  {
    rule: "a watch with relist begins with what there is",
    holds: async ({ people, name }) => {
      await people.create(person(name));
      for await (const event of people.watch({ where: { "metadata.name": name }, relist: true })) {
        expect(event.type === "RESET" && namesOf(event.objects)).toEqual([name]);
        break;
      }
    },
  },
  {
    rule: "a watch ends when its signal is aborted",
    holds: async ({ people }) => {
      const leaving = new AbortController();
      setTimeout(() => leaving.abort(), 20);
      expect(await take(people.watch({ signal: leaving.signal, labels: { "a.b/row": "nobody" } }), 1)).toEqual([]);
    },
  },
];

/** What only clients have. */
export const cacheRules: readonly ClientRule[] = [
  {
    rule: "a cache holds what is selected and follows its changes",
    holds: async ({ people, name }) => {
      const labels = { "a.b/row": name };
      await people.create(person(`${name}-b`, { metadata: { labels } }));
      const cache = people.cache({ labels, indexes: { age: ({ spec }) => spec.age } });
      await cache.ready;
      expect(namesOf(cache.list())).toEqual([`${name}-b`]);
      await people.create(person(`${name}-a`, { metadata: { labels }, spec: { age: 3 } }));
      await expect.poll(() => namesOf(cache.list())).toEqual([`${name}-a`, `${name}-b`]);
      expect(namesOf(cache.find("age", 3))).toEqual([`${name}-a`]);
      await people.delete(`${name}-b`);
      await expect.poll(() => namesOf(cache.list())).toEqual([`${name}-a`]);
      cache.close();
    },
  },
];
