import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Plugin, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { buildPlugin } from "../references/build-plugin.js";
import { databases } from "./people-server.js";

const declare = (kind: string, fields: string): string =>
  `import { defineModel, type Extension, type ${fields} } from "@cmgen/model";
export interface ${kind}Spec extends ${fields} {}
export type ${kind} = Extension<${kind}Spec>;
export default defineModel<${kind}>({ group: "notes.example.com", version: "v1" });
`;
const sources = new Map([
  [
    "src/models/note.ts",
    `import { defineModel, type Extension } from "@cmgen/model";
export type Note = Extension<{
  /** @index */
  owner: string;
  text?: string;
}>;
export default defineModel<Note>({ group: "notes.example.com", version: "v1", history: { keep: "30d" } });
`,
  ],
  ["src/models/role.ts", declare("Role", "RoleFields")],
  ["src/models/role-binding.ts", declare("RoleBinding", "RoleBindingFields")],
  [
    "src/access.ts",
    `import type { Authenticator } from "@cmgen/runtime";
import { defineAccess } from "./generated/access.js";

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [name + "s"], claims: { team: "red" } };
};
export default defineAccess({
  authenticate: [byHeader],
  dynamicRoles: true,
  roles: {
    clerk: { resources: { roles: "editor", rolebindings: "editor", notes: "viewer" } },
    author: { resources: { roles: "editor", notes: "viewer" } },
  },
  bindings: { admin: { users: ["root"] }, clerk: { users: ["clara"] }, author: { users: ["otto"] } },
});
`,
  ],
]);
const base = "/apis/notes.example.com/v1";

describe("roles that are objects", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-roles-"));
  let plugin: Plugin;

  beforeAll(async () => {
    ({ plugin } = await buildPlugin(folder, sources));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each(databases)("on %s", (database) => {
    let servers: RunningServer[] = [];

    interface Answer {
      readonly status: number;
      readonly body: {
        readonly items?: readonly { readonly metadata: { readonly name: string } }[];
        readonly detail?: string;
      };
    }
    const ask = async (user: string, method: string, path: string, body?: object): Promise<Answer> => {
      const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
      const headers = { authorization: `Test ${user}`, "content-type": type };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${servers.at(-1)?.url}${base}/${path}`, init);
      return { status: response.status, body: (await response.json()) as Answer["body"] };
    };
    const object = (name: string, spec: object): object => ({ metadata: { name }, spec });

    beforeAll(async () => {
      const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
      // On PostgreSQL the first process writes nothing, and the second one is asked: what one does, the other knows.
      for (let process = 0; process < (database === "sqlite" ? 1 : 2); process += 1) {
        const options = { plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog };
        const server = await startServer(options);
        await server.started;
        servers.push(server);
      }
      for (const owner of ["ann", "bob"])
        expect((await ask("root", "POST", "notes", object(`of-${owner}`, { owner, text: "t" }))).status).toBe(201);
    });
    afterAll(async () => {
      for (const server of servers) await server.close();
      servers = [];
    });
    const listed = async (user: string): Promise<readonly string[] | number> => {
      const { status, body } = await ask(user, "GET", "notes?sort=metadata.name");
      return body.items?.map(({ metadata }) => metadata.name) ?? status;
    };

    it("give and take rights while the service runs", async () => {
      expect(await listed("ann")).toBe(403);
      const rules = [{ resources: ["notes"], verbs: ["read"], where: "owner={user.name}" }];
      const spelled = [{ resources: ["notes"], verbs: ["read"], where: "spec.owner={user.name}" }];
      expect(await ask("root", "POST", "roles", object("own", { rules }))).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(/role own for notes is no selector of these: .*owner/) },
      });
      expect((await ask("root", "POST", "roles", object("own", { rules: spelled }))).status).toBe(201);
      expect(
        (await ask("root", "POST", "rolebindings", object("own", { role: "own", groups: ["anns", "bobs"] }))).status,
      ).toBe(201);
      await expect.poll(() => listed("ann")).toEqual(["of-ann"]);
      expect(await listed("bob")).toEqual(["of-bob"]);
      const either = [
        { ...spelled[0], where: "(spec.owner={user.name}|metadata.name=of-bob,!metadata.deletionTimestamp)" },
      ];
      expect((await ask("root", "PATCH", "roles/own", { spec: { rules: either } })).status).toBe(200);
      await expect.poll(() => listed("ann")).toEqual(["of-ann", "of-bob"]);
      expect(await listed("bob")).toEqual(["of-bob"]);
      expect(
        (await ask("root", "PATCH", "roles/own", { spec: { rules: [{ ...spelled[0], hidden: ["spec.text"] }] } }))
          .status,
      ).toBe(200);
      await expect.poll(async () => JSON.stringify((await ask("ann", "GET", "notes")).body)).not.toContain('"text"');
      expect((await ask("root", "DELETE", "rolebindings/own")).status).toBe(200);
      await expect.poll(() => listed("ann")).toBe(403);
    });

    it("end watches whose rights they take", async () => {
      expect(
        (await ask("root", "POST", "rolebindings", object("seen", { role: "notes:viewer", users: ["ann"] }))).status,
      ).toBe(201);
      await expect.poll(() => listed("ann")).toEqual(["of-ann", "of-bob"]);
      const watch = await fetch(`${servers.at(-1)?.url}${base}/notes?watch=true`, {
        headers: { authorization: "Test ann" },
      });
      expect(watch.status).toBe(200);
      expect((await ask("root", "DELETE", "rolebindings/seen")).status).toBe(200);
      let text = "";
      void watch.text().then((ended) => (text = ended));
      await expect.poll(() => text).toContain('"status":401');
      const events = text.trimEnd().split("\n");
      // The first one only: it has not gone on until another was due.
      expect(events.filter((event) => event.includes('"BOOKMARK"'))).toHaveLength(1);
    });

    it("cannot give rights that their writer has not", async () => {
      const own = [{ resources: ["notes"], verbs: ["read"] }];
      expect((await ask("clara", "POST", "roles", object("readers", { rules: own }))).status).toBe(201);
      expect(
        (await ask("clara", "POST", "rolebindings", object("readers", { role: "readers", users: ["bob"] }))).status,
      ).toBe(201);
      const more = [{ resources: ["notes"], verbs: ["read", "delete"] }];
      for (const [path, spec] of [
        ["roles", { rules: more }],
        ["roles", { includes: ["admin"] }],
        ["roles", { operator: ["explain"] }],
        ["roles", { pages: ["/metrics"] }],
        ["rolebindings", { role: "admin", users: ["clara"] }],
        ["rolebindings", { role: "notes:editor", users: ["clara"] }],
      ] as const)
        expect([path, spec, (await ask("clara", "POST", path, object("more", spec))).status]).toEqual([
          path,
          spec,
          403,
        ]);
      expect((await ask("clara", "POST", "rolebindings", object("more", { role: "none" }))).status).toBe(422);
      expect((await ask("clara", "PATCH", "roles/readers", { spec: { rules: more } })).status).toBe(403);
      expect((await ask("clara", "PATCH", "rolebindings/readers", { spec: { role: "admin" } })).status).toBe(403);
      // The administrator may, and a role that was given keeps what it may.
      expect((await ask("root", "PATCH", "roles/readers", { spec: { rules: more } })).status).toBe(200);
      await expect.poll(async () => (await ask("bob", "DELETE", "notes/none")).status).toBe(404);
    });

    it("are not added to roles that callers have by whoever cannot give these to anybody", async () => {
      const rules = [{ resources: ["notes"], verbs: ["read"] }];
      expect((await ask("otto", "POST", "roles", object("ottos", { rules }))).status).toBe(201);
      for (const name of ["anonymous", "authenticated", "viewer", "notes.notes.example.com:viewer", "clerk"])
        expect([name, (await ask("otto", "POST", "roles", object(name, { rules }))).status]).toEqual([
          name,
          name.includes(":") ? 422 : 403,
        ]);
      expect((await ask("clara", "POST", "roles", object("authenticated", { rules }))).status).toBe(201);
      await expect.poll(() => listed("anybody")).toEqual(["of-ann", "of-bob"]);
      expect((await ask("clara", "DELETE", "roles/authenticated")).status).toBe(200);
      await expect.poll(() => listed("anybody")).toBe(403);
    });

    it("are refused with fields, and words about callers, that there are not", async () => {
      const rule = { resources: ["notes"], verbs: ["read"] };
      for (const [wrong, text] of [
        [{ hidden: ["spec.txet"] }, "protects the field spec.txet, which does not exist"],
        [{ readOnly: ["spec.text.more"] }, "protects the field spec.text.more"],
        [{ hidden: ["metadata.name"] }, "protects the field metadata.name"],
        [{ where: "spec.owner={user.nmae}" }, "names {user.nmae}"],
        [{ where: "(spec.owner={user.name}|spec.owner={user.nmae})" }, "names {user.nmae}"],
      ] as const)
        expect(await ask("root", "POST", "roles", object("wrong", { rules: [{ ...rule, ...wrong }] }))).toMatchObject({
          status: 422,
          body: { detail: expect.stringContaining(text) },
        });
      const right = { ...rule, hidden: ["spec.text", "metadata.labels"] };
      expect((await ask("root", "POST", "roles", object("right", { rules: [right] }))).status).toBe(201);
    });

    it("can be about histories, of which there is nothing to give but reading", async () => {
      const rules = [
        { resources: ["notes"], verbs: ["get"], where: "spec.owner={user.name}" },
        { resources: ["notes/history"], verbs: ["*"] },
      ];
      const historian = object("historian", { rules: rules.slice(1) });
      expect((await ask("clara", "POST", "roles", historian)).status).toBe(201);
      expect((await ask("root", "PUT", "roles/historian", object("historian", { rules }))).status).toBe(200);
      const binding = object("historian", { role: "historian", users: ["hans"] });
      expect((await ask("root", "POST", "rolebindings", binding)).status).toBe(201);
      expect((await ask("root", "POST", "notes", object("of-hans", { owner: "hans" }))).status).toBe(201);
      await expect.poll(async () => (await ask("hans", "GET", "notes/of-hans/history")).status).toBe(200);
      expect((await ask("hans", "GET", "notes/of-ann/history")).status).toBe(404);
      expect((await ask("hans", "POST", "notes/of-hans/history/1/restore")).status).toBe(403);
      expect((await ask("root", "DELETE", "notes/of-hans")).status).toBe(200);
    });

    it("give nothing where they cannot be read", async () => {
      // The plugin's own code is not asked what it may.
      const role = plugin.resources.find(({ model }) => model.plural === "roles");
      const service = servers.at(-1)?.service;
      if (role === undefined || service === undefined) throw new Error("There are roles");
      const bad = [
        { resources: ["birds"], verbs: ["fly"] },
        { resources: ["notes"], verbs: ["read"], hidden: ["spec.former"] },
        { resources: ["notes"], verbs: ["read"], where: "spec.former={user.name}" },
      ];
      for (const [at, rule] of bad.entries()) {
        const name = `broken-${at}`;
        await service.resource(role.model).create({ metadata: { name }, spec: { rules: [rule] } });
        expect((await ask("root", "POST", "rolebindings", object(name, { role: name, users: ["ann"] }))).status).toBe(
          422,
        );
      }
      await expect.poll(() => listed("ann")).toBe(403);
      expect(await listed("root")).toEqual(["of-ann", "of-bob"]);
    });
  });
});
