import { afterEach, describe, expect, it } from "vitest";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import { defineEndpoints, get, post } from "@cmgen/runtime";
import type { ModelDescriptor, RunningServer } from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange, type Received } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { send } from "./rule.js";

/** Whether nobody may have the tag `bob` any more. */
let isStrict = false;

const historic: ModelDescriptor<Person> = {
  ...personModel,
  history: { keep: "90d" },
  validate: (object) =>
    isStrict && (object as Person).spec.tags?.includes("bob") === true
      ? [{ path: "/spec/tags", keyword: "not", message: "must not have bob" }]
      : personModel.validate(object),
};

/** Code of the plugin that does as the caller what the HTTP API does. */
const inside = defineEndpoints({
  apiVersion: "inside.api.people.example.com/v1",
  routes: [
    get("/{name}/history", async ({ params, resource }) => {
      const { items } = await resource(historic).history(params.name);
      return Response.json({ items });
    }),
    get("/{name}/history/{version}", async ({ params, resource }) =>
      Response.json(await resource(historic).version(params.name, Number(params.version))),
    ),
    post("/{name}/history/{version}/restore", async ({ params, resource }) =>
      Response.json(await resource(historic).restore(params.name, Number(params.version))),
    ),
  ],
});
const insideBase = "/apis/inside.api.people.example.com/v1";

const mine = { where: ({ user }: { user: { name: string } }) => ({ "spec.tags": user.name }) };
const endpoints = ["/{name}/history", "/{name}/history/{version}"]
  .map((path) => `GET ${insideBase}${path}`)
  .concat(`POST ${insideBase}/{name}/history/{version}/restore`);
const access: PluginAccess = {
  resources: { people: { group: "people.example.com", plural: "people" } },
  definition: {
    authenticate: [({ headers }) => (typeof headers["x-who"] === "string" ? { name: headers["x-who"] } : undefined)],
    roles: {
      authenticated: { endpoints },
      // A person is shared with whoever its tags name.
      member: {
        resources: {
          people: { verbs: ["read", "create", "update"], ...mine },
          "people/history": { verbs: ["*"] },
        },
      },
      reader: { resources: { people: { verbs: ["read"] } } },
      writer: { resources: { people: { verbs: ["read", "update"] } } },
      historian: { resources: { "people/history": { verbs: ["get"] } } },
      blind: { resources: { people: { verbs: ["update"] } } },
      archive: { resources: { "people/history": { verbs: ["get"], where: () => ({ "spec.tags": "old" }) } } },
      clerk: { resources: { "people/history": { verbs: ["read"], hidden: ["spec.age"] } } },
    },
    bindings: {
      admin: { users: ["root"] },
      member: { users: ["ann", "bob"] },
      viewer: { users: ["vic"] },
      editor: { users: ["eve"] },
      reader: { users: ["rita", "rosa", "alma", "ada"] },
      writer: { users: ["will", "wim"] },
      historian: { users: ["rosa", "hugo", "will", "bea"] },
      blind: { users: ["bea"] },
      archive: { users: ["alma"] },
      clerk: { users: ["ada", "wim"] },
    },
  },
};

let server: RunningServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
  isStrict = false;
});

describe.each(databases)("who may read and restore versions on %s", (database) => {
  const start = async (): Promise<void> => {
    const plugin = { ...peoplePlugin(historic), manifests: false, controllers: [], endpoints: [inside], access };
    server = await startPeople(database, { plugins: [plugin] });
  };
  const ask = (who: string, method: string, path: string, body?: unknown): Promise<Received> =>
    exchange(server?.url ?? "", send(method, path, body, { "x-who": who }));
  const put = async (...tags: readonly string[]): Promise<void> => {
    const { status } = await ask("root", "PUT", "/dan", { metadata: {}, spec: { name: "Dan", tags } });
    expect(status).toBe(200);
  };
  const create = async (...tags: readonly string[]): Promise<string> => {
    const made = await ask("root", "POST", "", { metadata: { name: "dan" }, spec: { name: "Dan", tags } });
    expect(made.status).toBe(201);
    return (made.json as Person).metadata.uid ?? "";
  };
  const remove = async (): Promise<void> => expect((await ask("root", "DELETE", "/dan")).status).toBe(200);
  const codeOf = ({ status, json }: Received): unknown => (status === 200 ? 200 : (json as { code: string }).code);
  /** The versions that somebody finds listed, and reads, over HTTP and in the plugin's code; the code of a refusal where it is one. */
  const seen = async (who: string, query = ""): Promise<unknown> => {
    const listed = async (path: string): Promise<unknown> => {
      const answer = await ask(who, "GET", path);
      if (answer.status !== 200) return codeOf(answer);
      return (answer.json as { items: { version: number }[] }).items.map(({ version }) => version);
    };
    const readBelow = async (path: string): Promise<unknown> => {
      const numbers = [9, 8, 7, 6, 5, 4, 3, 2, 1];
      const answers = await Promise.all(numbers.map((version) => ask(who, "GET", `${path}/${version}`)));
      const read = numbers.filter((_, at) => answers[at]?.status === 200);
      return read.length > 0 ? read : codeOf(answers[0] as Received);
    };
    const all = [
      await listed(`/dan/history${query}`),
      ...(query === ""
        ? [await listed(`${insideBase}/dan/history`), await readBelow(`${insideBase}/dan/history`)]
        : []),
    ];
    expect(new Set(all.map(removals)).size).toBe(1);
    if (query === "") expect(removals(await readBelow("/dan/history"))).toEqual(removals(all[0]));
    return all[0];
  };
  /** A deletion has the version that it removed. */
  const removals = (found: unknown): string => JSON.stringify(Array.isArray(found) ? [...new Set(found)] : found);

  it("needs the right to read the object as it is now, and each version as it was", async () => {
    await start();
    await create("ann", "bob");
    await put("ann");
    expect((await ask("bob", "GET", "/dan")).status).toBe(404);
    expect([await seen("bob"), await seen("ann"), await seen("root")]).toEqual(["NotFound", [2, 1], [2, 1]]);
    const diff = (who: string): Promise<Received> => ask(who, "GET", "/dan/history/1/diff?to=1");
    expect([codeOf(await diff("bob")), codeOf(await diff("ann"))]).toEqual(["NotFound", 200]);
    // A page behind the first says no more than a name that never was.
    expect(codeOf(await ask("bob", "GET", "/dan/history?limit=1&continue=999999"))).toBe("NotFound");
    expect(codeOf(await ask("bob", "GET", "/dan/history?limit=1&continue=1"))).toBe("NotFound");
    expect(codeOf(await ask("bob", "GET", "/nobody/history?limit=1&continue=1"))).toBe("NotFound");
    await put("ann", "bob");
    expect([await seen("bob"), await seen("ann")]).toEqual([
      [3, 1],
      [3, 2, 1],
    ]);
    expect(codeOf(await ask("bob", "GET", "/dan/history/1/diff?to=2"))).toBe("NotFound");
    // It is another's now.
    await put("bob");
    expect([await seen("ann"), await seen("bob")]).toEqual(["NotFound", [4, 3, 1]]);
  });

  it("goes by the last version of an object that was deleted", async () => {
    await start();
    await create("ann", "bob");
    await put("ann");
    await remove();
    expect([await seen("bob"), await seen("ann")]).toEqual(["NotFound", [2, 2, 1]]);
    expect(codeOf(await ask("bob", "POST", "/dan/history/1/restore"))).toBe("NotFound");
    expect((await ask("ann", "POST", "/dan/history/1/restore")).status).toBe(201);
    expect(await seen("bob")).toEqual([3]);
    await remove();
    expect(await seen("bob")).toEqual([3, 3]);
  });

  it("tells the objects apart that had a name one after another", async () => {
    await start();
    const first = await create("ann", "bob");
    await put("ann");
    await remove();
    const second = await create("bob");
    expect([await seen("ann"), await seen("bob"), await seen("root")]).toEqual([[2, 2, 1], [3], [3, 2, 2, 1]]);
    expect((await ask("ann", "GET", "/dan")).status).toBe(404);
    const of = (who: string, uid: string): Promise<unknown> => seen(who, `?uid=${uid}`);
    expect([await of("ann", first), await of("ann", second), await of("bob", first), await of("bob", second)]).toEqual([
      [2, 2, 1],
      "NotFound",
      "NotFound",
      [3],
    ]);
    expect([await of("root", first), await of("root", second)]).toEqual([[2, 2, 1], [3]]);
  });

  it("needs a rule for the history, and one for the object", async () => {
    await start();
    await create("ann");
    await put("ann", "old");
    const answers = async (who: string): Promise<unknown> => [
      await seen(who),
      codeOf(await ask(who, "POST", "/dan/history/1/restore")),
      codeOf(await ask(who, "POST", `${insideBase}/dan/history/1/restore`)),
    ];
    const refused = ["Forbidden", "Forbidden"];
    expect(await answers("vic")).toEqual([[2, 1], ...refused]);
    expect(await answers("rosa")).toEqual([[2, 1], ...refused]);
    // One of the two is not enough; who may write what it may not read restores nothing.
    expect(await answers("rita")).toEqual(["Forbidden", ...refused]);
    expect(await answers("hugo")).toEqual(["Forbidden", ...refused]);
    expect(await answers("bea")).toEqual(["Forbidden", ...refused]);
    const reason = async (who: string): Promise<unknown> => (await ask(who, "GET", "/dan/history")).json;
    expect(await reason("rita")).toMatchObject({ detail: 'No role of "rita" allows to get people/history.' });
    expect(await reason("hugo")).toMatchObject({ detail: 'No role of "hugo" allows to get people.' });
    for (const who of ["will", "eve", "root", "ann"]) {
      expect(await answers(who)).toMatchObject([expect.arrayContaining([1]), 200, 200]);
      await put("ann", "old");
    }
  });

  it("covers, of a history, what a rule about it says, and hides what that hides", async () => {
    await start();
    await create("old");
    await put("new");
    expect(await seen("alma")).toBe("Forbidden");
    expect((await ask("alma", "GET", "/dan/history")).json).toMatchObject({
      detail: 'The caller may read the person "dan", but not its history.',
    });
    await put("old");
    expect(await seen("alma")).toEqual([3, 1]);
    const aged = { metadata: {}, spec: { name: "Dan", tags: ["old"], age: 3 } };
    expect((await ask("root", "PUT", "/dan", aged)).status).toBe(200);
    expect((await ask("ada", "GET", "/dan")).json).toMatchObject({ spec: { age: 3 } });
    expect((await ask("ada", "GET", "/dan/history/4")).json).toMatchObject({
      spec: { name: "Dan", tags: ["old"] },
    });
    expect((await ask("ada", "GET", "/dan/history/4")).json).not.toHaveProperty("spec.age");
    expect((await ask("ada", "GET", "/dan/history/3/diff?to=4")).json).toEqual([]);
    // What is hidden in the version stays as it is.
    const restored = await ask("wim", "POST", "/dan/history/2/restore");
    expect(restored.json).toMatchObject({ spec: { tags: ["new"], age: 3 } });
  });

  it("answers questions as it answers requests", async () => {
    await start();
    await create("ann", "bob");
    await put("ann");
    const allowed = async (who: string, ...questions: readonly object[]): Promise<unknown> => {
      const { json } = await ask(who, "POST", "/apis/-/access-reviews", { reviews: questions });
      return (json as { results: { allowed: boolean }[] }).results.map((result) => result.allowed);
    };
    const history = { verb: "get", resource: "people/history" };
    const ofDan = { ...history, resource: "person/history", name: "dan" };
    const restoring = { verb: "update", resource: "people/history" };
    const answers = async (): Promise<unknown> =>
      Object.fromEntries(
        await Promise.all(
          ["ann", "bob", "rita", "hugo", "rosa"].map(async (who) => [
            who,
            await allowed(who, history, ofDan, restoring),
          ]),
        ),
      );
    const [all, none] = [
      [true, true, false],
      [false, false, false],
    ];
    expect(await answers()).toEqual({ ann: all, bob: [true, false, false], rita: none, hugo: none, rosa: all });
    await remove();
    expect(await answers()).toEqual({ ann: all, bob: [true, false, false], rita: none, hugo: none, rosa: all });
    const explained = async (user: string, question: object): Promise<unknown> => {
      const { json } = await ask("root", "POST", "/apis/-/admin/explain", { ...question, user: { name: user } });
      const { allowed: isAllowed, because } = json as { allowed: boolean; because: string };
      return [isAllowed, because];
    };
    expect(await explained("hugo", history)).toEqual([
      false,
      "No role has a rule with the verb get for people.people.example.com.",
    ]);
    expect(await explained("rita", ofDan)).toEqual([
      false,
      "No role has a rule with the verb get for people.people.example.com/history.",
    ]);
    expect(await explained("ann", ofDan)).toEqual([true, "Rules cover the object as it is now, or was last."]);
    expect(await explained("bob", ofDan)).toEqual([false, "Nothing of its history is for the caller."]);
    expect(await explained("ann", restoring)).toEqual([
      false,
      expect.stringContaining("To restore a version is to update people, or to create what was deleted."),
    ]);
  });

  it("refuses who may not restore before it says what is wrong with the version", async () => {
    await start();
    await create("ann", "bob");
    await put("ann");
    isStrict = true;
    const restore = async (who: string): Promise<unknown> => [
      codeOf(await ask(who, "POST", "/dan/history/1/restore")),
      codeOf(await ask(who, "POST", `${insideBase}/dan/history/1/restore`)),
    ];
    const answers = async (): Promise<unknown> => [await restore("bob"), await restore("vic"), await restore("ann")];
    const all = (code: string): readonly string[] => [code, code];
    expect(await answers()).toEqual([all("NotFound"), all("Forbidden"), all("Invalid")]);
    await remove();
    expect(await answers()).toEqual([all("NotFound"), all("Forbidden"), all("Invalid")]);
    // May change every person, and create none.
    expect(await restore("will")).toEqual(all("Forbidden"));
    const stale = send("POST", "/dan/history/1/restore", undefined, { "x-who": "will", "if-match": '"old"' });
    expect((await exchange(server?.url ?? "", stale)).status).toBe(403);
  });
});
