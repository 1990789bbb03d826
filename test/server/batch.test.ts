import { afterEach, describe, expect, it } from "vitest";
import type { Authorizer, RunningServer, ServerOptions, Service } from "@cmgen/runtime";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange, type Received } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

const apiVersion = "people.example.com/v1alpha1";
const kind = "Person";
const person = (name: string | object, spec: object, more: object = {}) => ({
  apiVersion,
  kind,
  metadata: typeof name === "string" ? { name } : name,
  spec,
  ...more,
});

interface Result {
  readonly status: number;
  readonly object?: { readonly metadata: Readonly<Record<string, unknown>>; readonly spec: object };
  readonly problem?: object;
}

describe.each(databases)("a batch on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (options: Partial<ServerOptions> = {}) => {
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(), manifests: false, controllers: [] }],
      ...options,
    });
    const { service, url } = server;
    const people = service.resource(personModel);
    const post = (body: unknown, headers: object = {}): Promise<Received> =>
      exchange(url, {
        method: "POST",
        path: "/apis/-/batch",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    const results = async (operations: readonly object[], more: object = {}): Promise<readonly Result[]> => {
      const { status, json } = await post({ operations, ...more });
      expect([status, json]).toEqual([200, expect.objectContaining({ results: expect.any(Array) as unknown })]);
      return (json as { results: readonly Result[] }).results;
    };
    return { service, people, post, results };
  };
  const changes = async ({ store }: Service, after: number): Promise<readonly string[]> =>
    (await store.changesAfter(after)).map(({ revision, type, name }) => `${revision} ${type} ${name}`);

  it("writes nothing in a dry run, and answers what it would", async () => {
    const { service, people, post, results } = await start();
    await people.create({ metadata: { name: "ann" }, spec: { name: "Ann" } });
    const before = await service.store.revision();
    const done = await results(
      [
        { op: "apply", object: person("ann", { age: 7 }) },
        { op: "create", as: "$b", object: person({ generateName: "b-" }, { name: "Bob" }) },
        { op: "update", object: person("$b", { age: 1 }) },
      ],
      { dryRun: true },
    );
    expect(done.map(({ status, object }) => [status, object?.spec])).toEqual([
      [200, { name: "Ann", age: 7 }],
      [201, { name: "Bob" }],
      [200, { name: "Bob", age: 1 }],
    ]);
    const taken = await post({ operations: [{ op: "create", object: person("bob", { name: "Ann" }) }], dryRun: true });
    expect([taken.status, taken.json]).toEqual([409, expect.objectContaining({ code: "DuplicateIndexValue" })]);
    expect((await post({ operations: [], atomic: false, dryRun: true })).status).toBe(422);
    expect((await post({ operations: [], dryRun: 1 })).status).toBe(422);
    expect(await service.store.revision()).toBe(before);
  });

  it("does operations of every sort together, and answers in their order", async () => {
    const { service, people, results } = await start();
    for (const name of ["ann", "bob", "cleo", "dan"])
      await people.create({ metadata: { name }, spec: { name, age: 1 } });
    const done = await results([
      { op: "create", object: person("eve", { name: "eve" }) },
      { op: "replace", object: person("ann", { name: "bob" }) },
      { op: "update", object: person("bob", { name: "ann" }) },
      {
        op: "patch",
        apiVersion,
        kind,
        name: "cleo",
        patch: [{ op: "replace", path: "/spec/age", value: 7 }],
        preconditions: { version: 1 },
      },
      { op: "apply", object: person("fay", { name: "fay" }) },
      { op: "apply", object: person("cleo", { gender: "FEMALE" }) },
      { op: "update", subresource: "status", object: person("eve", {}, { status: { greeting: "Hi" } }) },
      { op: "delete", apiVersion, kind, name: "dan" },
    ]);
    expect(
      done.map(({ status, object }) => `${status} ${object?.metadata["name"]} ${object?.metadata["version"]}`),
    ).toEqual([
      "201 eve 1",
      "200 ann 2",
      "200 bob 2",
      "200 cleo 2",
      "201 fay 1",
      "200 cleo 3",
      "200 eve 2",
      "200 dan 1",
    ]);
    expect(done[1]?.object?.spec).toEqual({ name: "bob" });
    expect(done[2]?.object?.spec).toEqual({ name: "ann", age: 1 });
    expect(await changes(service, 4)).toEqual(
      ["ADDED eve", "MODIFIED ann", "MODIFIED bob", "MODIFIED cleo", "ADDED fay", "DELETED dan"].map(
        (change, place) => `${place + 5} ${change}`,
      ),
    );
    const [first] = await service.store.changesAfter(4);
    expect(first?.origin).toMatchObject({
      actor: "system:anonymous",
      verb: "create",
      requestId: expect.any(String) as string,
    });
  });

  it("writes nothing where one is refused, and names every cause in its place", async () => {
    const { people, post } = await start();
    await people.create({ metadata: { name: "ann" }, spec: { name: "ann" } });
    const refused = await post({
      operations: [
        { op: "create", object: person("bob", { name: "bob" }) },
        { op: "create", object: person("cleo", { name: "cleo", age: 200, gender: "X" }) },
        { op: "update", object: person("nobody", { age: 3 }) },
        { op: "delete", apiVersion, kind, name: "ann", preconditions: { version: 9 } },
      ],
    });
    expect([refused.status, refused.json]).toEqual([
      422,
      expect.objectContaining({
        code: "Invalid",
        detail: expect.stringMatching(
          /^Nothing was written, because \/operations\/1 could not be done: .* 2 more could not be done\.$/,
        ) as string,
        errors: [
          expect.objectContaining({ path: "/operations/1/object/spec/age" }),
          expect.objectContaining({ path: "/operations/1/object/spec/gender" }),
          expect.objectContaining({ path: "/operations/2", code: "NotFound" }),
          expect.objectContaining({ path: "/operations/3", code: "Conflict" }),
        ],
      }),
    ]);
    const taken = await post({
      operations: [
        { op: "create", object: person("bob", { name: "bob" }) },
        { op: "create", object: person("cleo", { name: "ann" }) },
        { op: "create", object: person("dan", { name: "bob" }) },
      ],
    });
    expect(taken.json).toMatchObject({
      status: 409,
      code: "DuplicateIndexValue",
      owner: "ann",
      errors: [{ path: "/operations/1", code: "DuplicateIndexValue" }, { path: "/operations/2" }],
    });
    expect((await people.list()).total).toBe(1);
  });

  it("names a unique value that is taken beside whatever else is refused, in the order of the operations", async () => {
    const { people, post } = await start();
    for (const name of ["ann", "bob"]) await people.create({ metadata: { name }, spec: { name } });
    const create = (name: string, spec: object) => ({ op: "create", object: person(name, spec) });
    const several = await post({
      operations: [
        create("eve", { name: "eve" }),
        create("cleo", { name: "ann" }),
        create("dan", { name: "dan", age: 200 }),
        create("fay", { name: "bob" }),
      ],
    });
    expect(several.json).toMatchObject({
      status: 409,
      code: "DuplicateIndexValue",
      owner: "ann",
      detail: expect.stringMatching(
        /^Nothing was written, because \/operations\/1 could .* 2 more could not/,
      ) as string,
      errors: [
        { path: "/operations/1", code: "DuplicateIndexValue" },
        { path: "/operations/2/object/spec/age" },
        { path: "/operations/3", code: "DuplicateIndexValue" },
      ],
    });
    // The value would have been free if the other operation had been done.
    const swapped = await post({
      operations: [
        { op: "update", object: person("ann", { name: "bob", age: 200 }) },
        { op: "update", object: person("bob", { name: "ann" }) },
      ],
    });
    expect(swapped.json).toMatchObject({ status: 422, code: "Invalid" });
    expect((swapped.json as { errors: readonly object[] }).errors).toHaveLength(1);
    expect((await people.list()).items.map(({ metadata }) => metadata.version)).toEqual([1, 1]);
  });

  it("does each for itself where that is asked", async () => {
    const { people, results } = await start();
    const done = await results(
      [
        { op: "create", as: "$bad", object: person("bad", { name: "", age: 500 }) },
        { op: "create", as: "$good", object: person({ generateName: "good-" }, { name: "good" }) },
        { op: "update", object: person("$bad", { age: 1 }) },
        { op: "update", object: person("$good", { age: 1 }) },
        { op: "delete", apiVersion, kind, name: "nobody" },
      ],
      { atomic: false },
    );
    expect(done.map(({ status }) => status)).toEqual([422, 201, 404, 200, 404]);
    expect(done[0]?.problem).toMatchObject({ code: "Invalid", errors: [{ path: "/spec/age" }] });
    expect(done[2]?.problem).toMatchObject({ detail: expect.stringContaining("$bad was not done") as string });
    expect((await people.list()).items.map(({ spec }) => spec.age)).toEqual([1]);
  });

  it("calls objects by the names that it gave them", async () => {
    const { results } = await start();
    const done = await results([
      { op: "create", as: "$first", object: person({ generateName: "p-" }, { name: "$first" }) },
      { op: "update", object: person("$first", { age: 3 }) },
      { op: "patch", apiVersion, kind, name: "$first", patch: [{ op: "add", path: "/spec/tags", value: ["a"] }] },
    ]);
    const names = new Set(done.map(({ object }) => object?.metadata["name"]));
    expect(names.size).toBe(1);
    // Where no name is expected, a text is itself.
    expect(done[2]?.object?.spec).toEqual({ name: "$first", age: 3, tags: ["a"] });
  });

  it("refuses what uses a name before it is given", async () => {
    const { post } = await start();
    const operations = [
      { op: "update", object: person("$later", { age: 3 }) },
      { op: "create", as: "$own", object: person("$own", { name: "own" }) },
      { op: "delete", apiVersion, kind, name: "$later" },
      { op: "create", as: "$later", object: person({ generateName: "p-" }, { name: "later" }) },
    ];
    const message = "$later is known after the operation that is called $later, and cannot be used before";
    const { json } = await post({ operations });
    expect(json).toMatchObject({
      status: 422,
      code: "Invalid",
      errors: [
        { path: "/operations/0/object/metadata/name", code: "early", message },
        { path: "/operations/1/object/metadata/name", code: "early" },
        { path: "/operations/2", message: `The name ${message}.` },
      ],
    });
    const each = await post({ operations, atomic: false });
    expect((each.json as { results: readonly Result[] }).results.map(({ status }) => status)).toEqual([
      422, 422, 422, 201,
    ]);
  });

  it("says everything that is wrong with its form", async () => {
    const { post } = await start();
    const paths = async (body: unknown): Promise<readonly unknown[]> => {
      const { status, json } = await post(body);
      const { errors = [] } = json as { errors?: readonly { path: string; code: string }[] };
      return [status, ...errors.map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await paths([])).toEqual([422, " type"]);
    expect(await paths({ operations: 1, atomic: "yes", also: 1 })).toEqual([
      422,
      "/also additionalProperties",
      "/atomic type",
      "/operations maxItems",
    ]);
    const wrong = [
      1,
      { op: "upsert" },
      { op: "create" },
      { op: "create", object: { apiVersion, kind: "Ghost" }, name: "x" },
      { op: "create", as: "first", object: person("a", {}) },
      { op: "create", as: "$a", object: person("a", {}) },
      { op: "create", as: "$a", object: person("b", {}) },
      { op: "patch", apiVersion, kind, patch: {} },
      { op: "delete", apiVersion, kind, name: "a", preconditions: { uid: 1, version: "x" } },
      { op: "replace", object: person({}, {}), subresource: "scale" },
    ];
    expect(await paths({ operations: wrong })).toEqual([
      422,
      "/operations/0 type",
      "/operations/1/op enum",
      "/operations/2/object required",
      "/operations/3/name additionalProperties",
      "/operations/3/object/kind enum",
      "/operations/4/as pattern",
      "/operations/6/as uniqueItems",
      "/operations/7/name required",
      "/operations/7/patch type",
      "/operations/8/preconditions/uid type",
      "/operations/8/preconditions/version type",
      "/operations/9/object/metadata/name required",
      "/operations/9/subresource enum",
    ]);
    const misplaced = await post({ operations: [{ op: "update", apiVersion, kind, name: "ann", spec: { age: 3 } }] });
    expect((misplaced.json as { errors: readonly object[] }).errors.slice(0, 2)).toEqual([
      {
        path: "/operations/0/object",
        code: "required",
        message: "is missing: update takes an object with apiVersion, kind, metadata.name and what changes",
      },
      {
        path: "/operations/0/apiVersion",
        code: "additionalProperties",
        message: "is not a field of update, which takes object, subresource, preconditions",
      },
    ]);
    expect((await post("{")).status).toBe(400);
    expect((await post({ operations: [] })).json).toEqual({ results: [] });
  });

  it("is bounded as a whole and in each operation", { timeout: 60_000 }, async () => {
    const { post, results, people } = await start({ limits: { maxBodyBytes: 20_000, maxBodyValues: 2000 } });
    const many = Array.from({ length: 1001 }, (_, place) => ({
      op: "create",
      object: person(`n${place}`, { name: `${place}` }),
    }));
    expect((await post({ operations: many })).json).toMatchObject({
      errors: [{ path: "/operations", code: "maxItems" }],
    });
    const done = await results(many.slice(1));
    expect(done.every(({ status }) => status === 201)).toBe(true);
    expect((await people.list({ limit: 1, total: true })).total).toBe(1000);
    const large = person("large", { name: "x".repeat(20_000) });
    expect((await post({ operations: [{ op: "create", object: large }] })).json).toMatchObject({
      errors: [{ path: "/operations/0", message: "is larger than 20000 bytes" }],
    });
    const full = person("full", { name: "x", tags: Array.from({ length: 2000 }, () => "a") });
    expect((await post({ operations: [{ op: "create", object: full }] })).json).toMatchObject({
      errors: [{ path: "/operations/0", message: "has more than 2000 values and names of members" }],
    });
    expect((await post(" ".repeat(33 * 1024 * 1024))).status).toBe(413);
  });

  it("asks the authorizer about each operation", async () => {
    const asked: string[] = [];
    const authorizer: Authorizer = ({ verb, path, name }) => {
      asked.push(`${verb} ${path}`);
      return name === "secret" ? { decision: "forbidden" } : { decision: "allow" };
    };
    const { post, results } = await start({ authorizer });
    const operations = [
      { op: "create", object: person("ann", { name: "ann" }) },
      { op: "update", object: person("ann", { age: 3 }) },
    ];
    await results(operations);
    expect(asked).toEqual([
      "get /apis/-/batch",
      "create /apis/people.example.com/v1alpha1/people",
      "patch /apis/people.example.com/v1alpha1/people/ann",
    ]);
    const refused = await post({
      operations: [...operations.slice(1), { op: "delete", apiVersion, kind, name: "secret" }],
    });
    expect(refused.json).toMatchObject({ status: 403, errors: [{ path: "/operations/1", code: "Forbidden" }] });
  });
});
