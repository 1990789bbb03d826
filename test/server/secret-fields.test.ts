import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReferencesPlugin } from "../references/build-plugin.js";
import {
  mergePatch,
  startReferences,
  temporaryPlugin,
  type ReferencesServer,
} from "../references/references-server.js";
import { exchange, type Received } from "./exchange.js";
import { databases } from "./people-server.js";

const attributes = (kind: string): string =>
  `group: "references.example.com", version: "v1", kind: "${kind}", plural: "${kind.toLowerCase()}s", singular: "${kind.toLowerCase()}"`;

const accountType = `
export interface Host {
  id: string;
  url?: string;
  /** @secret @minLength 8 */
  token: string;
}
export interface AccountSpec {
  title?: string;
  note?: string;
  /** @secret */
  password?: string;
  /** @secret */
  pin?: string | null;
  /** @listKey id */
  hosts?: Host[];
  mailboxes?: { address: string; /** @secret */ password?: string }[];
  byName?: Record<string, { /** @secret */ key?: string; shown?: string }>;
}
`;

const sources = new Map([
  [
    "src/models/v1/account.ts",
    `import { defineModel, index, type Extension } from "@cmgen/model";
${accountType}
export type Account = Extension<AccountSpec, { /** @secret */ session?: string; seen?: boolean }>;
export default defineModel<Account>({ ${attributes("Account")}, indexes: [index("spec.title")], history: { keep: "90d" } });
`,
  ],
  [
    "src/models/v1/visit.ts",
    `import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Account } from "./account.js";
export type Visit = Extension<{ account: Ref<Account>; copy?: Account }>;
export default defineModel<Visit>({ ${attributes("Visit")} });
`,
  ],
  [
    "src/models/v1/login.ts",
    `import { defineModel, type Extension } from "@cmgen/model";
export type Login = Extension<{ user: string; /** @secret */ password?: string }>;
export default defineModel<Login>({ ${attributes("Login")} });
`,
  ],
  [
    "src/models/v2/login.ts",
    `import { defineModel, type Extension } from "@cmgen/model";
import type { Login as LoginV1 } from "../v1/login.js";
export type Login = Extension<{ name: string; keys: { /** @secret */ password?: string } }>;
export default defineModel<Login, { v1: LoginV1 }>({ ${attributes("Login").replace('"v1"', '"v2"')}, storage: true,
  convert: {
    from: { v1: ({ spec: { user, password } }) => ({ spec: { name: user, keys: { ...(password && { password }) } } }) },
    to: { v1: ({ spec: { name, keys } }) => ({ spec: { user: name, ...keys } }) },
  },
});
`,
  ],
  [
    "src/endpoints/inside.ts",
    `import { defineEndpoints, get, withoutSecrets } from "@cmgen/runtime";
import { accountModel } from "../generated/v1/models.js";
import { loginModel } from "../generated/v2/models.js";

export default defineEndpoints({
  apiVersion: "console.api.references.example.com/v1",
  routes: [
    get("/inside/{name}", async ({ params, resource }) => Response.json(await resource(accountModel).get(params.name))),
    get("/login", async ({ resource }) => Response.json(await resource(loginModel).get("one"))),
    get("/outside/{name}", async ({ params, resource }) =>
      Response.json(withoutSecrets(accountModel, await resource(accountModel).get(params.name))),
    ),
  ],
});
`,
  ],
  [
    "extensions/accounts.yaml",
    "apiVersion: references.example.com/v1\nkind: Account\nmetadata: { name: made }\nspec: { title: Made, password: s3cret-made }\n",
  ],
  ["cmgen.config.ts", 'import { defineConfig } from "cmgen";\nexport default defineConfig({ manifests: "merge" });\n'],
]);

/** All secrets of these tests begin with it. */
const secret = (name: string): string => `s3cret-${name}`;

let built: ReferencesPlugin & { dispose(): void };
beforeAll(async () => {
  built = await temporaryPlugin(sources);
});
afterAll(() => built.dispose());

describe.each(databases)("secret fields on %s", (database) => {
  let service: ReferencesServer;
  beforeAll(async () => {
    service = await startReferences(built, database);
  });
  afterAll(() => service.server.close());

  /** Asks, and looks at every answer whether there is a secret in it. */
  const ask = async (method: string, path: string, body?: unknown, type?: string): Promise<Received> => {
    const answer = await service.ask(method, path, body, type);
    expect(answer.bytes.toString()).not.toContain("s3cret");
    expect(JSON.stringify(answer.headers)).not.toContain("s3cret");
    return answer;
  };
  /** The object as the plugin's own code has it. */
  const inside = async (name: string): Promise<{ readonly spec: unknown; readonly status?: unknown }> => {
    const path = `/apis/console.api.references.example.com/v1/inside/${name}`;
    return (await exchange(service.server.url, { method: "GET", path })).json as { spec: unknown };
  };
  const whole = (name: string) => ({
    title: name,
    password: secret(name),
    pin: secret("pin"),
    hosts: [
      { id: "a", token: secret("token-a") },
      { id: "b", token: secret("token-b") },
    ],
    mailboxes: [{ address: "x", password: secret("x") }, { address: "y", password: secret("y") }, { address: "z" }],
    byName: { "a b": { key: secret("key"), shown: "s" }, __proto2__: { key: secret("proto") } },
  });
  const shown = (name: string) => ({
    title: name,
    hosts: [{ id: "a" }, { id: "b" }],
    mailboxes: [{ address: "x" }, { address: "y" }, { address: "z" }],
    byName: { "a b": { shown: "s" }, __proto2__: {} },
  });
  const made = async (name: string): Promise<void> => {
    const { status, json } = await ask("POST", "accounts", { metadata: { name }, spec: whole(name) });
    expect([status, (json as { spec: unknown }).spec]).toEqual([201, shown(name)]);
  };
  const specOf = async (name: string): Promise<unknown> =>
    ((await ask("GET", `accounts/${name}`)).json as { spec: unknown }).spec;

  it("are in no answer, and in what the plugin's own code reads", async () => {
    await made("ann");
    expect(await specOf("ann")).toEqual(shown("ann"));
    expect((await inside("ann")).spec).toEqual(whole("ann"));
    const path = "/apis/console.api.references.example.com/v1/outside/ann";
    const outside = await exchange(service.server.url, { method: "GET", path });
    expect(outside.json).toEqual((await ask("GET", "accounts/ann")).json);
    for (const query of ["", "?size=10", "?limit=5", "?fieldSelector=spec.title=ann"]) {
      const { json } = await ask("GET", `accounts${query}`);
      expect(json).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ spec: shown("ann") })]) });
    }
    const head = await ask("HEAD", "accounts/ann");
    expect(Number(head.headers["content-length"])).toBe((await ask("GET", "accounts/ann")).bytes.length);
  });

  it("are in no event of a watch, and in no past one", async () => {
    await made("wat");
    const { json } = await ask("GET", "accounts?size=1");
    const { resourceVersion } = (json as { metadata: { resourceVersion: string } }).metadata;
    await ask("PATCH", "accounts/wat", { spec: { note: "n", password: secret("next") } }, mergePatch);
    await ask("DELETE", "accounts/wat");
    const path = `/apis/references.example.com/v1/accounts?watch=true&resourceVersion=${resourceVersion}`;
    const response = await fetch(`${service.server.url}${path}`);
    const reader = response.body?.getReader() ?? expect.unreachable();
    let text = "";
    while (!text.includes("DELETED")) {
      const { value, done } = await reader.read();
      if (done) expect.unreachable(`The watch ended: ${text}`);
      text += Buffer.from(value).toString();
    }
    await reader.cancel();
    expect(text).toContain("MODIFIED");
    expect(text).not.toContain("s3cret");
  });

  it("are in no object that is included, and in no object inside of another", async () => {
    await made("inc");
    const copy = {
      apiVersion: "references.example.com/v1",
      kind: "Account",
      metadata: { name: "c" },
      spec: whole("c"),
    };
    await ask("POST", "visits", { metadata: { name: "one" }, spec: { account: "inc", copy } });
    const { json } = await ask("GET", "visits?size=10&include=spec.account");
    expect(json).toMatchObject({
      items: [{ spec: { copy: { spec: shown("c") } } }],
      included: { "spec.account": { inc: { spec: shown("inc") } } },
    });
    await ask("DELETE", "visits/one");
  });

  it("keep their values where a PUT leaves them out, and change where it does not", async () => {
    await made("put");
    const put = (spec: unknown) => ask("PUT", "accounts/put", { metadata: { name: "put" }, spec });
    const unchanged = await put(await specOf("put"));
    expect(unchanged.json).toMatchObject({ kind: "Account", metadata: { version: 1 } });
    expect((await inside("put")).spec).toEqual(whole("put"));
    const { mailboxes, byName } = shown("put");
    const moved = {
      title: "put",
      password: secret("new"),
      hosts: [{ id: "b", url: "u" }, { id: "a" }],
      mailboxes: [...mailboxes.slice(1), { address: "x", password: secret("other") }],
      byName,
    };
    expect((await put(moved)).status).toBe(200);
    expect((await inside("put")).spec).toEqual({
      ...whole("put"),
      password: secret("new"),
      hosts: [
        { id: "b", url: "u", token: secret("token-b") },
        { id: "a", token: secret("token-a") },
      ],
      mailboxes: [
        { address: "y", password: secret("y") },
        { address: "z" },
        { address: "x", password: secret("other") },
      ],
    });
  });

  describe("are not found out by guesses:", () => {
    const version = ({ json }: Received): unknown => (json as { metadata: { version: number } }).metadata.version;
    const patch = (path: string, value: unknown): unknown => [{ op: "add", path, value }];
    const guesses: Readonly<Record<string, (name: string, guess: string | null) => Promise<Received>>> = {
      "a PUT": async (name, pin) => {
        const spec = { ...((await specOf(name)) as object), pin };
        return ask("PUT", `accounts/${name}`, { metadata: { name }, spec });
      },
      "a merge patch": (name, pin) => ask("PATCH", `accounts/${name}`, { spec: { pin } }, mergePatch),
      "a JSON Patch": (name, pin) =>
        ask("PATCH", `accounts/${name}`, patch("/spec/pin", pin), "application/json-patch+json"),
      "a JSON Patch of the whole": (name, pin) =>
        ask("PATCH", `accounts/${name}`, patch("/spec", { ...whole(name), pin }), "application/json-patch+json"),
      "an item of a list": (name, pin) =>
        ask("PATCH", `accounts/${name}`, { spec: { mailboxes: [{ address: "x", password: pin }] } }, mergePatch),
    };
    const isNew = new Map<string, number>();

    it.each(Object.entries(guesses))("%s stores a version, whatever it says", async (way, guess) => {
      const name = `guess-${isNew.size}`;
      isNew.set(way, 1);
      const pin = secret("pin");
      const spec = { ...whole(name), mailboxes: [{ address: "x", password: pin }] };
      expect((await ask("POST", "accounts", { metadata: { name }, spec })).status).toBe(201);
      for (const [at, value] of [pin, secret("wrong"), secret("wrong"), null].entries()) {
        const answer = await guess(name, value);
        expect([answer.status, version(answer)]).toEqual([200, at + 2]);
      }
      // It sends none, and changes nothing.
      const shownSpec = await specOf(name);
      expect(version(await ask("PUT", `accounts/${name}`, { metadata: { name }, spec: shownSpec }))).toBe(5);
    });

    it.each(["update", "replace", "patch"])("a dry run of a batch with %s answers a version more", async (op) => {
      const name = `dry-${op}`;
      await made(name);
      for (const pin of [secret("pin"), secret("wrong")]) {
        const target = { apiVersion: "references.example.com/v1", kind: "Account" };
        const spec = op === "replace" ? { ...shown(name), pin } : { pin };
        const operation =
          op === "patch"
            ? { op, ...target, name, patch: patch("/spec/pin", pin) }
            : { op, object: { ...target, metadata: { name }, spec } };
        const sent = JSON.stringify({ dryRun: true, operations: [operation] });
        const request = {
          method: "POST",
          path: "/apis/-/batch",
          headers: { "content-type": "application/json" },
          body: sent,
        };
        const answer = await exchange(service.server.url, request);
        const { results = [] } = answer.json as { results?: { object: { metadata: { version: number } } }[] };
        expect(
          results.map(({ object: { metadata } }) => metadata.version),
          answer.bytes.toString(),
        ).toEqual([2]);
      }
    });

    it("a status too, and another version of the kind", async () => {
      await made("seen");
      for (const session of [secret("one"), secret("one"), secret("two")])
        await ask("PATCH", "accounts/seen/status", { status: { session } }, mergePatch);
      expect(version(await ask("GET", "accounts/seen"))).toBe(4);
    });
  });

  it("are removed by null, or set to it where it is a value", async () => {
    await made("nul");
    const spec = { ...shown("nul"), password: null, pin: null };
    expect((await ask("PUT", "accounts/nul", { metadata: { name: "nul" }, spec })).status).toBe(200);
    const { password: _, ...rest } = whole("nul");
    expect((await inside("nul")).spec).toEqual({ ...rest, pin: null });
    const created = await ask("POST", "accounts", { metadata: { name: "nil" }, spec: { password: null } });
    expect(created.status).toBe(201);
    expect((await inside("nil")).spec).toEqual({});
  });

  it("are required where they are, and an error does not say what was sent", async () => {
    await made("req");
    const hosts = [{ id: "new" }, { id: "a", token: "s3cret" }, { id: "b", token: null }];
    const refused = await ask("PUT", "accounts/req", { metadata: { name: "req" }, spec: { hosts } });
    expect(refused.json).toMatchObject({
      status: 422,
      errors: [{ path: "/spec/hosts/0/token" }, { path: "/spec/hosts/1/token" }, { path: "/spec/hosts/2/token" }],
    });
  });

  it("are set and removed by a merge patch, which leaves all others alone", async () => {
    await made("mer");
    const patch = {
      spec: { title: "m", password: null, byName: { "a b": { key: secret("k2") } }, hosts: [{ id: "a" }] },
    };
    const patched = await ask("PATCH", "accounts/mer", patch, mergePatch);
    expect(patched.status).toBe(200);
    const { password: _, ...rest } = whole("m");
    expect((await inside("mer")).spec).toEqual({
      ...rest,
      byName: { ...rest.byName, "a b": { key: secret("k2"), shown: "s" } },
      hosts: [{ id: "a", token: secret("token-a") }],
    });
  });

  const jsonPatch = (name: string, ...operations: readonly object[]) =>
    ask("PATCH", `accounts/${name}`, operations, "application/json-patch+json");

  it("go where a JSON Patch moves their items, and stay where it does nothing with them", async () => {
    await made("mov");
    const patched = await jsonPatch(
      "mov",
      { op: "move", from: "/spec/hosts/1", path: "/spec/hosts/0" },
      { op: "remove", path: "/spec/password" },
      { op: "replace", path: "/spec/pin", value: secret("pin2") },
      { op: "remove", path: "/spec/mailboxes/0" },
      { op: "remove", path: "/spec/mailboxes/0/password" },
    );
    expect(patched.status).toBe(200);
    const { password: _, hosts, mailboxes: __, ...rest } = whole("mov");
    expect((await inside("mov")).spec).toEqual({
      ...rest,
      pin: secret("pin2"),
      hosts: hosts.toReversed(),
      mailboxes: [{ address: "y" }, { address: "z" }],
    });
  });

  it("are not tested by a JSON Patch, not copied to where they would be shown, and not a part of a text", async () => {
    await made("tst");
    const right = { op: "test", path: "/spec/password", value: secret("tst") };
    const wrong = { ...right, value: "wrong" };
    const [one, other] = [await jsonPatch("tst", right), await jsonPatch("tst", wrong)];
    expect([one.status, other.status]).toEqual([422, 422]);
    expect({ ...(one.json as object), requestId: "" }).toEqual({ ...(other.json as object), requestId: "" });
    for (const op of ["copy", "move"]) {
      const refused = await jsonPatch("tst", { op, from: "/spec/password", path: "/spec/note" });
      expect(refused.json).toMatchObject({ status: 422, errors: [{ code: "patch" }] });
    }
    const refused = await jsonPatch("tst", { op: "copy", from: "/spec/hosts/0", path: "/spec/byName/x" });
    expect(refused.status).toBe(422);
    expect((await inside("tst")).spec).toEqual(whole("tst"));
  });

  it("of a status are written at its subresource, and kept by it", async () => {
    await made("sta");
    const status = { status: { session: secret("session"), seen: true } };
    const put = await ask("PUT", "accounts/sta/status", { metadata: { name: "sta" }, ...status });
    expect(put.json).toMatchObject({ status: { seen: true } });
    const read = (await ask("GET", "accounts/sta")).json as object;
    expect((await ask("PUT", "accounts/sta", { ...read, spec: shown("sta") })).status).toBe(200);
    await ask("PUT", "accounts/sta/status", { metadata: { name: "sta" }, status: { seen: false } });
    expect((await inside("sta")).status).toEqual({ session: secret("session"), seen: false });
    await ask("PATCH", "accounts/sta/status", { status: { session: null } }, mergePatch);
    expect(await inside("sta")).toMatchObject({ spec: whole("sta"), status: { seen: false } });
    expect((await inside("sta")).status).toEqual({ seen: false });
  });

  it("are not selected, not sorted by, and in no answer to a deletion", async () => {
    await made("del");
    for (const query of ["fieldSelector=spec.password=x", "sort=spec.password"])
      expect((await ask("GET", `accounts?${query}`)).status).toBe(400);
    expect((await ask("DELETE", "accounts/del")).json).toMatchObject({ spec: shown("del") });
    await made("many");
    const gone = await ask("DELETE", "accounts?fieldSelector=spec.title=many");
    expect(gone.json).toMatchObject({ total: 1, items: [{ spec: shown("many") }] });
  });

  it("are in no history and no difference of versions, and a restored version has those that it had", async () => {
    await made("his");
    await ask("PATCH", "accounts/his", { spec: { title: "h2", password: secret("second") } }, mergePatch);
    await ask("PATCH", "accounts/his", { spec: { password: null, hosts: [] } }, mergePatch);
    expect((await ask("GET", "accounts/his/history")).json).toMatchObject({ items: [{}, {}, {}] });
    expect((await ask("GET", "accounts/his/history/1")).json).toMatchObject({ spec: shown("his") });
    for (const query of ["?to=2", "?to=3", "?to=2&format=merge-patch"])
      expect((await ask("GET", `accounts/his/history/1/diff${query}`)).status).toBe(200);
    const restored = await ask("POST", "accounts/his/history/1/restore");
    expect(restored.json).toMatchObject({ metadata: { version: 4 }, spec: shown("his") });
    expect((await inside("his")).spec).toEqual(whole("his"));
    await ask("DELETE", "accounts/his");
    expect((await ask("POST", "accounts/his/history/2/restore")).status).toBe(201);
    expect((await inside("his")).spec).toEqual({ ...whole("his"), title: "h2", password: secret("second") });
  });

  it("are in no version of a kind, and kept by writes through each", async () => {
    const through = async (version: string, method: string, body?: object): Promise<Received> => {
      const path = `/apis/references.example.com/${version}/logins${method === "POST" ? "" : "/one"}`;
      const headers = { "content-type": method === "PATCH" ? mergePatch : "application/json" };
      const answer = await exchange(service.server.url, {
        method,
        path,
        ...(body && { headers, body: JSON.stringify(body) }),
      });
      expect(answer.bytes.toString()).not.toContain("s3cret");
      return answer;
    };
    const metadata = { name: "one" };
    const created = await through("v1", "POST", { metadata, spec: { user: "ann", password: secret("v") } });
    expect(created.json).toMatchObject({ spec: { user: "ann" } });
    expect((await through("v2", "GET")).json).toMatchObject({ spec: { name: "ann", keys: {} } });
    expect((await through("v1", "PUT", { metadata, spec: { user: "bob" } })).json).toMatchObject({
      spec: { user: "bob" },
    });
    await through("v2", "PATCH", { spec: { name: "cid" } });
    expect((await through("v1", "GET")).json).toMatchObject({ spec: { user: "cid" } });
    const path = "/apis/console.api.references.example.com/v1/login";
    const { json } = await exchange(service.server.url, { method: "GET", path });
    expect(json).toMatchObject({ spec: { name: "cid", keys: { password: secret("v") } } });
    for (const version of ["v1", "v2"])
      expect((await through(version, "PATCH", { metadata: { labels: { a: version } } })).status).toBe(200);
    expect((await through("v1", "DELETE")).status).toBe(200);
  });

  it("of a manifest are in its object, and not in what is noted of the manifest", async () => {
    const { json } = await ask("GET", "accounts/made");
    expect(json).toMatchObject({ metadata: { annotations: { "cmgen.dev/last-applied": expect.any(String) } } });
    expect((await inside("made")).spec).toEqual({ title: "Made", password: secret("made") });
  });
});
