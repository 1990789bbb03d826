import { InfiniteQueryObserver, MutationObserver, QueryClient } from "@tanstack/query-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPeopleClient, peopleList, person } from "../people.test.fixture.js";
import { startServer, type ScriptedServer } from "../scripted-server.test.fixture.js";
import { resourceQueries } from "./resource-queries.js";

const names = ["ann", "bob", "cleo", "dora", "emil"];
let server: ScriptedServer;
let cache: QueryClient;
let people: ReturnType<typeof queriesOf>;
const queriesOf = (baseUrl: string) => resourceQueries(createPeopleClient({ baseUrl }));
/** What lists were asked for, in order. */
const asked = (): string[] =>
  server.received.filter(({ path }) => !path.includes("people/")).map(({ query }) => `${query}`);

beforeEach(async () => {
  server = await startServer(({ method, path, query, body }) => {
    const name = /people\/(.*)/.exec(path)?.[1];
    if (name !== undefined)
      return { body: method === "PUT" ? { ...(body as object), ...person(name, 2) } : person(name) };
    const from = Number(query.get("continue") ?? 0);
    const to = from + Number(query.get("limit"));
    const items = names.slice(from, to).map((each) => person(each));
    const list = peopleList(items, { resourceVersion: "1", ...(to < names.length && { continue: String(to) }) });
    return { body: list };
  });
  cache = new QueryClient();
  people = queriesOf(server.url);
});
afterEach(async () => {
  cache.clear();
  await server[Symbol.asyncDispose]();
});

test("an endless list is fetched page by page, each from where the last has ended", async () => {
  const list = new InfiniteQueryObserver(cache, people.pages({ sort: ["spec.name"], limit: 2 }));
  const shown = (): string[][] =>
    list.getCurrentResult().data?.pages.map(({ items }) => items.map(({ metadata }) => metadata.name)) ?? [];
  const hide = list.subscribe(() => {});
  await expect.poll(() => shown()).toEqual([["ann", "bob"]]);
  expect(list.getCurrentResult().hasNextPage).toBe(true);
  await list.fetchNextPage();
  await list.fetchNextPage();
  expect(shown()).toEqual([["ann", "bob"], ["cleo", "dora"], ["emil"]]);
  expect(list.getCurrentResult().hasNextPage).toBe(false);
  const requests = ["", "&continue=2", "&continue=4"].map((more) => `sort=spec.name%2Casc&limit=2${more}`);
  expect(asked().map(plain)).toEqual(requests.map(plain));
  await cache.invalidateQueries({ queryKey: people.key });
  expect(asked().slice(3).map(plain)).toEqual(requests.map(plain));
  hide();
});

test("it has 50 objects a page, and shares no key with a list of the same request", async () => {
  const { queryKey, queryFn } = people.pages();
  await queryFn({ signal: new AbortController().signal, pageParam: undefined });
  expect(asked()).toEqual(["limit=50"]);
  expect(queryKey).not.toEqual(people.list({ limit: 50 }).queryKey);
  expect(queryKey).not.toEqual(people.pages({ limit: 51 }).queryKey);
});

test("an object that changes changes on its page, and the other pages stay the same", async () => {
  const options = people.pages({ limit: 2 });
  const before = await cache.fetchInfiniteQuery({ ...options, pages: 3 });
  const change = new MutationObserver(cache, people.replace());
  await change.mutate({ metadata: { name: "cleo" }, spec: { name: "cleo" } });
  const after = cache.getQueryData(options.queryKey);
  expect(after?.pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.version))).toEqual([1, 1, 2, 1, 1]);
  expect([after?.pages[0] === before.pages[0], after?.pages[1] === before.pages[1]]).toEqual([true, false]);
  const remove = new MutationObserver(cache, people.delete());
  await remove.mutate({ name: "ann" });
  const left = cache
    .getQueryData(options.queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.name));
  expect(left).toEqual(["bob", "cleo", "dora", "emil"]);
});

/** A query string whose parameters are in one order. */
function plain(query: string): string {
  return query.split("&").toSorted().join("&");
}
