/** What hooks and queries accept and refuse, held by the compiler. Compiled under every supported TypeScript by type-tests.test.ts. */
import { QueryClient, useQuery, useSuspenseQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  ApiProblem,
  selector,
  valuesOf,
  type CountedListResult,
  type ListResult,
  type ResourceClient,
} from "./index.js";
import {
  createPeopleClient,
  type PeopleClient,
  type PersonIndexes,
  type PersonInput,
  type StoredPerson,
} from "./people.test.fixture.js";
import { resourceQueries, type ResourceQueries } from "./query.js";
import { createResourceHooks, type ResourceHooks } from "./react.js";

const hooks: ResourceHooks<StoredPerson, PersonInput, PersonIndexes> = createResourceHooks(createPeopleClient);
const {
  useList,
  useSuspenseList,
  useSuspenseObject,
  useInfinite,
  useAggregate,
  useObject,
  useAll,
  useCreate,
  useReplace,
  useUpdate,
  usePatch,
  useApply,
  useUpdateStatus,
  useDelete,
  useClient,
  useQueries,
} = hooks;

export function useAccepted(name: string | undefined): unknown {
  const page = useList({ where: { "spec.age": { gte: 18 } }, sort: ["-spec.age"], page: 1, size: 20, live: true });
  const total: number | undefined = page.data?.total;
  const counted: UseQueryResult<CountedListResult<StoredPerson>> = useList();
  const walk: ListResult<StoredPerson> | undefined = useList({ limit: 10, where: selector`spec.age>${3}` }).data;
  const names: string[] | undefined = useList(
    { size: 20 },
    { select: ({ items }) => items.map(({ spec }) => spec.name), staleTime: 1_000, enabled: name !== undefined },
  ).data;
  const endless = useInfinite({ where: { "spec.age": { gte: 18 } }, sort: ["-spec.age"], limit: 20, live: true });
  const next: string | undefined = endless.data?.pages.at(-1)?.nextCursor;
  const flat: string[] | undefined = useInfinite(
    {},
    { select: ({ pages }) => pages.flatMap(({ items }) => items.map(({ spec }) => spec.name)), staleTime: 1_000 },
  ).data;
  void [endless.fetchNextPage, endless.hasNextPage, next, flat];
  const sum: number | null | undefined = useAggregate({ groupBy: "spec.gender", sum: "spec.age", live: true }).data
    ?.groups[0]?.sum["spec.age"];
  const counts: number[] | undefined = useAggregate(
    { groupBy: "spec.level" },
    { select: ({ groups }) => groups.map(({ count }) => count), staleTime: 1_000 },
  ).data;
  void [sum, counts, useAggregate().data?.groups];
  const age: number | undefined = useObject(name, { live: true, select: ({ spec }) => spec.age }).data;
  const person: StoredPerson | undefined = useObject(name).data;
  const all: readonly StoredPerson[] = useAll({ labels: { "a.b/team": "red" } }).data;
  return [total, counted, walk, names, age, person, all];
}

export function useMutations(person: StoredPerson): unknown {
  const replace = useReplace();
  replace.mutate({ ...person, spec: { ...person.spec, age: 3 } }, { onSuccess: ({ metadata }) => metadata.version });
  replace.conflict?.overwrite({ onSuccess: (stored) => stored.spec.age });
  const sides = [
    replace.conflict?.yours.spec.name,
    replace.conflict?.theirs.metadata.version satisfies number | undefined,
  ];
  useUpdate().mutate({ name: "ann", changes: { spec: { age: null } }, ifMatch: person.metadata });
  usePatch().mutate({ name: "ann", operations: [{ op: "remove", path: "/spec/age" }] });
  useApply().mutate({ metadata: { name: "ann" }, spec: { name: "Ann" } });
  useUpdateStatus().mutate({ name: "ann", status: { greeting: null } });
  useCreate().mutate({ spec: { name: "Ann" } });
  useCreate().mutate({ metadata: { generateName: "ann-" }, spec: { name: "Ann" } });
  useDelete().mutate({ name: "ann", ifMatch: { uid: "u", version: 3 } });
  const { error } = replace;
  const code = error instanceof ApiProblem && error.code === "Conflict" ? error.currentVersion : undefined;
  return [sides, code, useClient().get("ann")];
}

export function useRefused(person: StoredPerson): void {
  // @ts-expect-error no index
  useList({ where: { "spec.nmae": "Ann" } });
  // @ts-expect-error numbers have no beginning
  useList({ where: { "spec.age": { startsWith: "1" } } });
  // @ts-expect-error several values have no order
  useList({ sort: ["spec.tags"] });
  // @ts-expect-error pages by number and by limit do not mix
  useList({ page: 2, limit: 10 });
  // @ts-expect-error TanStack Query has a signal of its own
  useList({ signal: new AbortController().signal });
  // @ts-expect-error the key does not know headers
  useList({ headers: { a: "b" } });
  // @ts-expect-error the hook has a key of its own
  useList({}, { queryKey: ["mine"] });
  // @ts-expect-error not counted
  const total: number | undefined = useList({ size: 20, total: false }).data?.total satisfies number;
  // @ts-expect-error texts are not added
  useAggregate({ sum: "spec.name" });
  // @ts-expect-error no index
  useAggregate({ groupBy: "spec.gendre" });
  // @ts-expect-error the key does not know headers
  useAggregate({ headers: { a: "b" } });
  // @ts-expect-error an endless list has no numbers of pages
  useInfinite({ page: 2 });
  // @ts-expect-error several values have no order
  useInfinite({ sort: ["spec.tags"] });
  // @ts-expect-error where it goes on is the hook's to say
  useInfinite({}, { getNextPageParam: () => "x" });
  // @ts-expect-error no index
  useAll({ where: { "spec.nmae": "Ann" } });
  // @ts-expect-error a required field
  useCreate().mutate({ metadata: { name: "ann" }, spec: {} });
  // @ts-expect-error which one?
  useReplace().mutate({ spec: person.spec });
  // @ts-expect-error which one?
  useUpdate().mutate({ changes: { spec: { age: 3 } } });
  // @ts-expect-error an object that was read is no change
  useUpdate().mutate({ name: "ann", changes: person });
  // @ts-expect-error which one?
  useDelete().mutate({});
  // @ts-expect-error there may be none
  useReplace().conflict.overwrite();
  void total;
}

type ReferringClient = ResourceClient<StoredPerson, PersonInput, PersonIndexes, { "spec.boss": StoredPerson }>;

export function useCounts(create: () => ReferringClient, people: PeopleClient): unknown {
  const { useList: useReferring, useInfinite: usePaged, useSuspenseList: useSuspended } = createResourceHooks(create);
  const counts = { staff: valuesOf(people, "spec.name") };
  const staff: number | undefined = useReferring({ counts, size: 10 }).data?.counts.staff["ann"];
  const suspended: number | undefined = useSuspended({ counts, limit: 10 }).data.counts.staff["ann"];
  const page = usePaged({ counts, include: ["spec.boss"], limit: 10, live: true }).data?.pages[0];
  const both: unknown = [page?.counts.staff["ann"], page?.included["spec.boss"]["ann"]];
  const selected = useReferring({ counts, size: 10 }, { select: ({ counts: { staff: of } }) => Object.keys(of) }).data;
  const names: readonly string[] | undefined = selected;
  // @ts-expect-error not a count that was asked for
  const wrong: unknown = useReferring({ counts, size: 10 }).data?.counts.stuff;
  const query = resourceQueries(people).list({ counts, size: 10 });
  const data = useQuery(query).data?.counts.staff["ann"];
  // @ts-expect-error nothing is counted that was not asked for
  const none: unknown = useReferring({ size: 10 }).data?.counts;
  return [staff, suspended, both, names, wrong, data, none];
}

export function useFollowing(create: () => ReferringClient): unknown {
  const { useList: useReferring } = createResourceHooks(create);
  const page = useReferring({ include: ["spec.boss"], size: 10 }).data;
  const boss: StoredPerson | undefined = page?.included["spec.boss"]["ann"];
  // @ts-expect-error no reference
  useReferring({ include: ["spec.name"], size: 10 });
  // @ts-expect-error nothing is included that was not asked for
  const none: unknown = useReferring({ size: 10 }).data?.included;
  return [boss, none, page?.total satisfies number | undefined];
}

/** What the types of a client say of its queries, also where it has no status. */
export async function queried(people: PeopleClient, tasks: Omit<PeopleClient, "status">): Promise<unknown> {
  const queries: ResourceQueries<StoredPerson, PersonInput, PersonIndexes> = resourceQueries(people);
  const cache = new QueryClient();
  const ann = queries.object("ann");
  const fetched: StoredPerson = await cache.fetchQuery(ann);
  const held: StoredPerson | undefined = cache.getQueryData(ann.queryKey);
  const list = resourceQueries(tasks).list({ where: { "spec.age": { gte: 3 } }, size: 2 });
  const total: number | undefined = cache.getQueryData(list.queryKey)?.total;
  const items: readonly StoredPerson[] = (await cache.fetchQuery(list)).items;
  cache.setQueryData(ann.queryKey, fetched);
  // @ts-expect-error another type
  cache.setQueryData(ann.queryKey, { spec: {} });
  // @ts-expect-error no index
  queries.list({ where: { "spec.nmae": "Ann" } });
  return [held, total, items, queries.follow(cache, { where: { "spec.age": 3 } })];
}

export function useOptions(): unknown {
  const { list, object } = useQueries();
  const whole: number = useSuspenseList({ size: 3 }).data.total;
  const name: string = useSuspenseObject("ann", { select: ({ spec }) => spec.name, live: true }).data;
  const page: CountedListResult<StoredPerson> | undefined = useQuery(list({ size: 3 })).data;
  const ann: StoredPerson = useSuspenseQuery(object("ann")).data;
  return [page, ann, whole, name];
}
