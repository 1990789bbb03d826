/** How many objects refer to those of a page, held by the compiler. Compiled under every supported TypeScript by type-tests.test.ts. */
import { valuesOf, type ResourceClient } from "./index.js";
import type { PersonIndexes, PersonInput, StoredPerson } from "./people.test.fixture.js";

type ReferringClient = ResourceClient<StoredPerson, PersonInput, PersonIndexes, { "spec.boss": StoredPerson }>;

export async function countingReferrers(people: ReferringClient, names: readonly string[]): Promise<unknown> {
  const staff = valuesOf(people, "spec.name");
  const page = await people.list({
    counts: { staff, old: valuesOf(people, "spec.name", { "spec.age": 99 }) },
    size: 10,
  });
  const total: number = page.total;
  const count: number = (page.counts.staff["ann"] ?? 0) + (page.counts.old["ann"] ?? 0);
  // @ts-expect-error not a count that was asked for
  const wrong: unknown = page.counts.stuff;
  // @ts-expect-error nothing is included that was not asked for
  const none: unknown = page.included;
  // @ts-expect-error nothing is counted that was not asked for
  const uncounted: unknown = (await people.list({ size: 10 })).counts;
  const both = await people.list({ include: ["spec.boss"], counts: { staff }, limit: 10, where: { "spec.age": 3 } });
  const boss: StoredPerson | undefined = both.included["spec.boss"]["ann"];
  const walked: number | undefined = both.counts.staff["ann"];
  const given = await people.list({ counts: Object.fromEntries(names.map((name) => [name, staff])), size: 10 });
  const some: number | undefined = given.counts["a"]?.["ann"];
  // @ts-expect-error values are not names
  await people.list({ counts: { aged: valuesOf(people, "spec.age") }, size: 10 });
  // @ts-expect-error a selector of values is made by `valuesOf`
  await people.list({ counts: { staff: "people.spec.name" }, size: 10 });
  return [total, count, wrong, none, uncounted, boss, walked, some];
}
