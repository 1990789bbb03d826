/** What counts and sums accept and answer, held by the compiler. Compiled under every supported TypeScript by type-tests.test.ts. */
import type { PeopleClient } from "./people.test.fixture.js";

export async function aggregated(people: PeopleClient, signal: AbortSignal): Promise<unknown> {
  const { groups } = await people.aggregate({
    where: { "spec.age": { gte: 18 } },
    groupBy: "spec.gender",
    sum: "spec.age",
    signal,
  });
  const gender: "MALE" | "FEMALE" | null | undefined = groups[0]?.by["spec.gender"];
  const sum: number | null | undefined = groups[0]?.sum["spec.age"];
  const several = await people.aggregate({
    groupBy: ["month(spec.born)", "spec.tags", "spec.level"],
    sum: ["spec.age", "spec.bytes"],
    min: ["spec.name", "spec.bytes"],
    max: "spec.born",
    avg: "spec.bytes",
    distinct: ["spec.admin", "metadata.name"],
  });
  const [first] = several.groups;
  const values = [
    first?.by["month(spec.born)"] satisfies string | null | undefined,
    first?.by["spec.tags"] satisfies string | null | undefined,
    first?.by["spec.level"] satisfies 1 | 2 | 10 | null | undefined,
    first?.sum["spec.bytes"] satisfies string | null | undefined,
    first?.min["spec.bytes"] satisfies string | null | undefined,
    first?.max["spec.born"] satisfies string | null | undefined,
    first?.avg["spec.bytes"] satisfies number | null | undefined,
    first?.distinct["spec.admin"] satisfies number | undefined,
    (await people.aggregate()).groups[0]?.count satisfies number | undefined,
    (await people.aggregate({ labels: { "a.b/c": "x" } })).metadata.resourceVersion satisfies string,
  ];
  // @ts-expect-error there may be no value
  const added: number | undefined = groups[0]?.sum["spec.age"];
  // @ts-expect-error the sum of 64-bit integers is a text
  const bytes: number | null | undefined = first?.sum["spec.bytes"];
  // @ts-expect-error was not asked for
  void groups[0]?.max;
  // @ts-expect-error of another field it was asked for
  void first?.max["spec.age"];
  // @ts-expect-error not grouped by
  void groups[0]?.by["spec.age"];
  return [gender, sum, values, added, bytes];
}

export async function unfitAggregates(people: PeopleClient): Promise<void> {
  // @ts-expect-error no index to group by
  await people.aggregate({ groupBy: "spec.gendre" });
  // @ts-expect-error no index, among others
  await people.aggregate({ groupBy: ["spec.gender", "spec.gendre"] });
  // @ts-expect-error no index to add
  await people.aggregate({ sum: "spec.aeg" });
  // @ts-expect-error texts are not added
  await people.aggregate({ sum: "spec.name" });
  // @ts-expect-error of booleans none is the largest
  await people.aggregate({ max: "spec.admin" });
  // @ts-expect-error instants have no average
  await people.aggregate({ avg: "spec.born" });
  // @ts-expect-error several values are none
  await people.aggregate({ distinct: "spec.tags" });
  // @ts-expect-error numbers have no day
  await people.aggregate({ groupBy: "day(spec.age)" });
  // @ts-expect-error no period that there is
  await people.aggregate({ groupBy: "year(spec.born)" });
  // @ts-expect-error no index that selects
  await people.aggregate({ where: { "spec.nmae": "Ann" } });
  // @ts-expect-error groups have their own order
  await people.aggregate({ groupBy: "spec.gender", sort: ["spec.age"] });
  // @ts-expect-error no function
  await people.aggregate({ median: "spec.age" });
}
