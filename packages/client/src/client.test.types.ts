/** What a generated client accepts and refuses, held by the compiler. Compiled under every supported TypeScript by type-tests.test.ts. */
import {
  createEndpointClient,
  createResourceClient,
  isProblem,
  selector,
  skip,
  ApiProblem,
  type CountedListResult,
  type ListResult,
  type ProblemCode,
  type ResetEvent,
  type ResourceClient,
  type Selection,
  type Where,
} from "./index.js";
import {
  createPeopleClient,
  type PeopleClient,
  type PersonIndexes,
  type PersonInput,
  type StoredPerson,
} from "./people.test.fixture.js";

export async function lists(people: PeopleClient, signal: AbortSignal): Promise<void> {
  await people.list({
    where: { "spec.age": { gte: 18, lt: 65 }, "spec.tags": { in: ["a", "b"] } },
    sort: ["-spec.age"],
    page: 1,
    size: 20,
  });
  await people.list({ where: { "spec.name": "Ann", "spec.admin": true, "metadata.name": { startsWith: "a" } } });
  await people.list({
    where: { "spec.gender": "MALE", "spec.level": { in: [1, 10] }, "spec.home": { ne: "/root" } },
  });
  // Bounds and beginnings need not be values themselves.
  await people.list({
    where: { "spec.gender": { startsWith: "F", gte: "F" }, "spec.level": { lt: 5 }, "spec.home": { startsWith: "" } },
  });
  await people.list({
    where: { "metadata.creationTimestamp": { gt: new Date() }, "metadata.deletionTimestamp": { exists: false } },
  });
  await people.list({
    where: { "spec.name": { startsWith: "A", ne: "Ann" } },
    labels: { "a.b/c": "x", "a.b/d": { in: ["y"] } },
  });
  await people.list({
    sort: ["spec.name", "-metadata.creationTimestamp"],
    limit: 10,
    cursor: "x",
    total: false,
    signal,
  });
  await people.list({ where: selector`spec.age>${3},spec.name in (${["Ann", "Bob"]})`, labels: selector`a.b/c` });
}

export async function accepted(people: PeopleClient, signal: AbortSignal): Promise<unknown> {
  const page: ListResult<StoredPerson> = await people.list();
  const names: string[] = page.items.map((person) => person.spec.name);
  for await (const person of people.each({ where: { "spec.age": 3 }, signal })) names.push(person.metadata.name);
  for await (const { type, object } of people.watch({ where: { "spec.age": 3 }, signal })) {
    names.push(type, object.spec.name);
  }
  for await (const event of people.watch({ labels: { "a.b/c": "x" }, relist: true, signal })) {
    const reset: ResetEvent<StoredPerson> | undefined = event.type === "RESET" ? event : undefined;
    names.push(...(event.type === "RESET" ? event.objects : [event.object]).map((person) => person.spec.name));
    void reset;
  }
  const there: boolean = await people.exists("ann", { timeout: "1s" });
  await people.apply({ metadata: { name: "ann" }, spec: { name: "Ann" } });
  await people.update("ann", (person) => ({ ...person, spec: { ...person.spec, age: 3 } }), { signal });
  await people.update("ann", async (person) => person);
  await people.update("ann", (person) => {
    person.spec.age = 3;
  });
  const stored: StoredPerson = await people.get("ann", { signal });
  const maybe: StoredPerson | undefined = await people.find("ann");
  for await (const { items, nextCursor } of people.pages({ limit: 10 }))
    names.push(items[0]?.spec.name ?? "", nextCursor ?? "");
  const count: number = await people.count({ where: { "spec.age": 3 } });
  await people.list({ where: { "spec.age": skip, "spec.tags": names[0] ?? skip }, labels: { "a.b/c": { ne: skip } } });
  await people.create({ metadata: { generateName: "ann-" }, spec: { name: "Ann" } });
  await people.create({ spec: { name: "Ann" } });
  await people.replace(stored, { ifMatch: stored.metadata });
  await people.replace({ ...stored, spec: { ...stored.spec, age: 3 } });
  await people.update("ann", { spec: { age: null, tags: ["a"] }, metadata: { labels: { "a/b": null } } });
  await people.patch("ann", [{ op: "replace", path: "/spec/age", value: 3 }]);
  await people.status.update("ann", { greeting: "Hello" }, { ifMatch: stored.metadata });
  await people.status.update("ann", { greeting: null });
  await people.status.update("ann", ({ spec }) => ({ greeting: spec.name }));
  await people.deleteMany({ where: { "spec.age": { lt: 0 } } });
  return [names, maybe, there, count, await people.delete("ann")];
}

type ReferringClient = ResourceClient<
  StoredPerson,
  PersonInput,
  PersonIndexes,
  { "spec.boss": StoredPerson; "spec.home": { readonly rooms: number } }
>;

export async function following(people: ReferringClient): Promise<unknown> {
  const page = await people.list({ include: ["spec.boss"], page: 1, size: 10 });
  const total: number = page.total;
  const boss: StoredPerson | undefined = page.included["spec.boss"]["ann"];
  const walk = await people.list({ include: ["spec.boss", "spec.home"], limit: 10, total: false });
  const rooms: number | undefined = walk.included["spec.home"]["a"]?.rooms;
  // @ts-expect-error only what was asked for is there
  const home: unknown = page.included["spec.home"];
  // @ts-expect-error an index that is not a reference
  await people.list({ include: ["spec.name"], size: 10 });
  // @ts-expect-error nothing is included that was not asked for
  const none: unknown = (await people.list({ size: 10 })).included;
  return [total, boss, rooms, home, none];
}

export async function withoutReferences(people: PeopleClient): Promise<unknown> {
  // @ts-expect-error people have no references
  return people.list({ include: ["spec.name"], size: 10 });
}

export async function counted(people: PeopleClient, wantsTotal: boolean): Promise<void> {
  const counts: number[] = [
    (await people.list()).total,
    (await people.list({})).totalPages,
    (await people.list({ page: 2, size: 20, where: { "spec.age": { gt: 3 } } })).total,
    (await people.list({ sort: ["-spec.age"], total: true })).total,
    (await people.list({ limit: 10, cursor: "x", total: true })).total,
  ];
  const whole: CountedListResult<StoredPerson> = await people.list({ size: 20 });
  const maybe: (number | undefined)[] = [
    (await people.list({ total: false })).total,
    (await people.list({ limit: 10 })).total,
    (await people.list({ size: 20, total: wantsTotal })).total,
  ];
  void [counts, whole, maybe];
}

export async function uncounted(people: PeopleClient, wantsTotal: boolean): Promise<void> {
  // @ts-expect-error not counted
  const none: number = (await people.list({ total: false })).total;
  // @ts-expect-error not counted unless asked for
  const walk: number = (await people.list({ limit: 10 })).total;
  // @ts-expect-error perhaps not counted
  const perhaps: number = (await people.list({ size: 20, total: wantsTotal })).total;
  // @ts-expect-error deletions are not counted
  const deleted: number = (await people.deleteMany({ where: { "spec.age": 3 } })).total;
  void [none, walk, perhaps, deleted];
}

export async function alternatives(people: PeopleClient, name?: string): Promise<void> {
  await people.list({ where: { "spec.age": 3, or: [{ "spec.name": "Ann" }, { "spec.age": { gt: 9 } }] }, limit: 2 });
  await people.list({ where: { or: [{ "spec.name": name ?? skip }, { "metadata.name": "x" }, skip] } });
  people.watch({ where: { or: skip } });
  const or = [{ "spec.name": "Ann" }, { "spec.age": 3 }];
  await people.deleteMany({ where: { or } });
  // @ts-expect-error no index
  await people.list({ where: { or: [{ "spec.nmae": "Ann" }] } });
  // @ts-expect-error another type
  await people.list({ where: { or: [{ "spec.age": "3" }] } });
  // @ts-expect-error one alternative is a list too
  await people.list({ where: { or: { "spec.age": 3 } } });
  // @ts-expect-error alternatives have none in them
  await people.list({ where: { or: [{ or: [{ "spec.age": 3 }] }] } });
}

export async function severalValues(people: PeopleClient, tags: readonly string[]): Promise<void> {
  await people.list({ where: { "spec.tags": { all: tags, ne: "x" }, or: [{ "spec.tags": { all: ["a", "b"] } }] } });
  await people.list({ where: { "spec.tags": { all: skip } } });
  // @ts-expect-error a list of values
  await people.list({ where: { "spec.tags": { all: "a" } } });
  // @ts-expect-error another type
  await people.list({ where: { "spec.tags": { all: [1] } } });
  await people.list({ where: { "spec.about.words": { contains: "chess cl" }, or: [{ "spec.about.words": "x" }] } });
  // @ts-expect-error no words
  await people.list({ where: { "spec.tags": { contains: "a" } } });
  // @ts-expect-error no words
  await people.list({ where: { "spec.name": { contains: "a" } } });
  // @ts-expect-error no object has two names
  await people.list({ where: { "spec.name": { all: ["a", "b"] } } });
}

/** A client without the subresource, as it is generated for a model without a status. */
export async function withoutStatus(people: Omit<PeopleClient, "status">): Promise<number> {
  // @ts-expect-error there is none
  void people.status;
  return (await people.list({ where: { "spec.age": 3 } })).total;
}

const rightWhere = (age?: number) => ({
  "spec.name": { startsWith: "A" },
  ...(age !== undefined && { "spec.age": { gte: age } }),
});
const wrongWhere = () => ({ "spec.name": "Ann", "spec.nmae": "Ann" });

/** What comes from a variable or a function is looked at as a literal is. */
export async function conditionsFromElsewhere(people: PeopleClient, given: Where<PersonIndexes>): Promise<void> {
  const where = rightWhere(3);
  await people.list({ where });
  await people.list({ where: rightWhere(), size: 3 });
  await people.list({ where: given });
  await people.list({ where: { ...given, ...where } });
  const options = { where, limit: 3 };
  await people.list(options);
  people.each(options);
  people.watch({ where });
  people.cache({ where: given });
  await people.deleteMany({ where });
  const selection: Selection<PersonIndexes> = { where };
  await people.deleteMany(selection);
  await people.list({ ...selection, page: 1 });
}

export async function refusedFromElsewhere(people: PeopleClient, any: Record<string, string>): Promise<void> {
  const where = wrongWhere();
  const options = { where };
  // @ts-expect-error no index, in a variable
  await people.list({ where });
  // @ts-expect-error no index, from a function
  await people.list({ where: wrongWhere(), limit: 3 });
  // @ts-expect-error no index, in some of the values
  await people.list({ where: any["x"] === undefined ? { "spec.name": "Ann" } : where });
  // @ts-expect-error no index, beside an index
  await people.list({ where: { "spec.age": 3, ...where } });
  // @ts-expect-error no index, in a variable of all options
  await people.list(options);
  // @ts-expect-error no index, in a walk over all
  people.each({ where });
  // @ts-expect-error no index, in a watch
  people.watch({ where });
  // @ts-expect-error no index, in a watch that goes on
  people.watch({ where, relist: true });
  // @ts-expect-error no index, in a cache
  people.cache({ where });
  // @ts-expect-error no index, where all that is selected is deleted
  await people.deleteMany({ where });
  // @ts-expect-error names that may be any
  await people.list({ where: any });
}

export async function refused(people: PeopleClient): Promise<void> {
  // @ts-expect-error no index
  await people.list({ where: { "spec.nmae": "Ann" } });
  // @ts-expect-error a string where numbers are
  await people.list({ where: { "spec.age": "3" } });
  // @ts-expect-error no value of the enumeration
  await people.list({ where: { "spec.gender": "MLE" } });
  // @ts-expect-error no value of the enumeration, in a list
  await people.list({ where: { "spec.gender": { in: ["MALE", "FEMLE"] } } });
  // @ts-expect-error no value of the enumeration, excluded
  await people.list({ where: { "spec.gender": { ne: "MLE" } } });
  // @ts-expect-error no number of the union
  await people.list({ where: { "spec.level": 3 } });
  // @ts-expect-error not of the template's form
  await people.list({ where: { "spec.home": "root" } });
  // @ts-expect-error a bound of another type
  await people.list({ where: { "spec.level": { gt: "1" } } });
  // @ts-expect-error numbers have no beginning
  await people.list({ where: { "spec.level": { startsWith: "1" } } });
  // @ts-expect-error booleans are equal or not
  await people.list({ where: { "spec.admin": { gt: false } } });
  // @ts-expect-error of two values, one is a value itself
  await people.list({ where: { "spec.admin": { in: [true] } } });
  // @ts-expect-error instants have no beginning
  await people.list({ where: { "metadata.creationTimestamp": { startsWith: "2026" } } });
  // @ts-expect-error a number where strings are
  await people.list({ where: { "spec.tags": { in: [1] } } });
  // @ts-expect-error no operator
  await people.list({ where: { "spec.age": { above: 3 } } });
  // @ts-expect-error numbers have no beginning
  await people.list({ where: { "spec.age": { startsWith: "1" } } });
  // @ts-expect-error a condition that would be left out in silence
  await people.list({ where: { "spec.age": undefined } });
  // @ts-expect-error a selector that comes from anywhere
  await people.list({ where: "spec.age>3" });
  // @ts-expect-error no index of the cache
  people.cache({ indexes: { age: ({ spec }) => spec.age } }).find("name", "ann");
  // @ts-expect-error labels have no order
  await people.list({ labels: { "a/b": { gt: "x" } } });
  // @ts-expect-error no index
  await people.list({ sort: ["spec.nmae"] });
  // @ts-expect-error no index, descending
  await people.list({ sort: ["-spec.nmae"] });
  // @ts-expect-error an index with several values gives no order
  await people.list({ sort: ["spec.tags"] });
  // @ts-expect-error no direction that there is
  await people.list({ sort: ["spec.age,desc"] });
  // @ts-expect-error pages by number and walks do not mix
  await people.list({ page: 2, limit: 10 });
  // @ts-expect-error a walk needs its limit
  await people.list({ cursor: "x" });
  // @ts-expect-error no field of the object
  await people.create({ metadata: { name: "ann" }, spec: { nmae: "Ann" } });
  // @ts-expect-error a required field
  await people.create({ metadata: { name: "ann" }, spec: {} });
  // @ts-expect-error another kind
  await people.create({ kind: "Pet", metadata: { name: "ann" }, spec: { name: "Ann" } });
  // @ts-expect-error which one?
  await people.apply({ metadata: { generateName: "ann-" }, spec: { name: "Ann" } });
  // @ts-expect-error into what?
  await people.update("ann");
  // @ts-expect-error an object that was read is no change
  await people.update("ann", await people.get("ann"));
  // @ts-expect-error no field of the object
  await people.update("ann", { spec: { nmae: "Ann" } });
  // @ts-expect-error a required field
  await people.update("ann", (person) => ({ ...person, spec: { nmae: "Ann" } }));
  // @ts-expect-error neither changed nor returned
  await people.update("ann", (person) => person.spec.name.length);
  // @ts-expect-error an event may be a reset
  for await (const { object } of people.watch({ relist: true })) void object;
  // @ts-expect-error which one?
  await people.replace({ metadata: { generateName: "ann-" }, spec: { name: "Ann" } });
  // @ts-expect-error another type
  await people.update("ann", { spec: { age: "3" } });
  // @ts-expect-error operations
  await people.patch("ann", { spec: { age: 3 } });
  // @ts-expect-error status alone
  await people.status.update("ann", { spec: { age: 3 } });
  // @ts-expect-error no index
  people.watch({ where: { "spec.nmae": "Ann" } });
  // @ts-expect-error which ones?
  await people.deleteMany();
}

/** The closed list of codes, and the members that only some of them have. */
export function membersOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof ApiProblem)) return error.message;
  const code: ProblemCode = error.code;
  // @ts-expect-error only a `Conflict` has one
  void error.currentVersion;
  // @ts-expect-error no code of the list
  if (error.code === "Teapot") return undefined;
  if (isProblem(error, "Conflict")) return error.currentVersion satisfies number;
  if (error.code === "DuplicateIndexValue") return [error.index, error.value, error.owner satisfies string];
  if (error.code === "InvalidQuery") return error.indexes satisfies readonly string[] | undefined;
  if (error.code === "UnexpectedResponse") return [error.url, error.excerpt];
  if (error.code === "NetworkError" || error.code === "Timeout") return error.problem satisfies undefined;
  return [code, error.problem.requestId, error.errors, error.retryAfterMs];
}

/** Indexes may be an interface, an object type, or none. */
export type NoIndexes = ResourceClient<StoredPerson, PersonInput, {}>;
export const noIndexes: NoIndexes = createResourceClient<StoredPerson, PersonInput, {}>(
  { baseUrl: "http://127.0.0.1" },
  { group: "g", version: "v1", plural: "people", singular: "person", kind: "Person" },
);
export async function builtInsAlone(): Promise<void> {
  await noIndexes.list({ where: { "metadata.name": "a" }, sort: ["metadata.name"] });
  // @ts-expect-error no index
  await noIndexes.list({ sort: ["spec.name"] });
}
export const people: PeopleClient = createPeopleClient({
  baseUrl: new URL("http://127.0.0.1"),
  fetch: globalThis.fetch,
});
// @ts-expect-error an index holds scalars
export type WrongIndexes = ResourceClient<StoredPerson, PersonInput, { "spec.name": { value: object; multi: false } }>;

interface ConsoleApi {
  "POST /people/{name}/cards": { body: { message: string }; query: { copies?: number }; response: { text: string } };
  "GET /people/{name}/greeting": {};
  "GET /names": { query: { limit: number }; response: string[] };
  "DELETE /names": {};
}

export async function endpoints(): Promise<void> {
  const client = createEndpointClient<ConsoleApi>({ baseUrl: "" }, { base: "/apis/console.api.a.b/v1" });
  const { text } = await client.post("/people/{name}/cards", { params: { name: "ann" }, body: { message: "Hi" } });
  text.toUpperCase();
  await client.post("/people/{name}/cards", { params: { name: "a" }, body: { message: "" }, query: { copies: 2 } });
  const greeting = await client.get("/people/{name}/greeting", { params: { name: "ann" } });
  greeting.headers.get("etag");
  const [first] = await client.get("/names", { query: { limit: 1 }, timeout: "10ms" });
  first?.toUpperCase();
  await client.delete("/names");
  // @ts-expect-error No endpoint has this path.
  await client.get("/people/{name}/cards", { params: { name: "ann" } });
  // @ts-expect-error The path has a parameter.
  await client.get("/people/{name}/greeting");
  // @ts-expect-error The parameter has another name.
  await client.get("/people/{name}/greeting", { params: { nmae: "ann" } });
  // @ts-expect-error The body is required.
  await client.post("/people/{name}/cards", { params: { name: "ann" } });
  // @ts-expect-error The body has another type.
  await client.post("/people/{name}/cards", { params: { name: "ann" }, body: { message: 1 } });
  // @ts-expect-error The query is required.
  await client.get("/names");
  // @ts-expect-error There is no such parameter.
  await client.get("/names", { query: { limit: 1, page: 2 } });
}
