import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Log, type Plugin, type RunningServer, startServer } from "@cmgen/runtime";
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
    `import { defineModel, index, type Extension, type Integer } from "@cmgen/model";
export type Note = Extension<{
  /** @index */
  owner: string;
  /** @index */
  salary?: Integer;
}>;
export default defineModel<Note>({
  group: "notes.example.com", version: "v1", indexes: [index({ name: "first", value: (note) => note.spec.owner[0] })],
});
`,
  ],
  [
    "src/models/memo.ts",
    `import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Note } from "./note.js";
export type Memo = Extension<{ text: string; about?: Ref<Note> }>;
export default defineModel<Memo>({ group: "notes.example.com", version: "v1" });
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
  return name === undefined ? undefined : { name, groups: [] };
};
export default defineAccess({
  authenticate: [byHeader],
  dynamicRoles: true,
  roles: {
    clerk: { resources: { notes: [{ verbs: ["read"], hidden: ["spec.salary"] }, { verbs: ["delete"] }] } },
    shredder: { resources: { notes: [{ verbs: ["delete"] }] } },
    partner: {
      resources: {
        notes: [
          { verbs: ["read"], hidden: ["spec.salary"] },
          { verbs: ["read"], where: ({ user }) => ({ "spec.owner": user.name }) },
        ],
      },
    },
    keeper: {
      resources: { notes: [{ verbs: ["read", "delete"] }], memos: [{ verbs: ["read"], hidden: ["spec.about"] }] },
    },
    everybody: { resources: { notes: [{ verbs: ["read"], hidden: ["spec.salary"] }] } },
  },
  bindings: {
    admin: { users: ["root"] }, clerk: { users: ["clara"] }, shredder: { users: ["shred"] }, partner: { users: ["ann"] },
    keeper: { users: ["kim"] }, everybody: { users: ["root"] },
  },
});
`,
  ],
]);
const base = "/apis/notes.example.com/v1";

interface Answer {
  readonly status: number;
  readonly body: {
    readonly items?: readonly { readonly metadata: { readonly name: string } }[];
    readonly detail?: string;
    readonly referrers?: readonly unknown[];
    readonly groups?: readonly { readonly count: number }[];
  };
}

describe("whoever selects is judged by what it may read", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-sight-"));
  let plugin: Plugin;
  beforeAll(async () => {
    ({ plugin } = await buildPlugin(folder, sources));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each(databases)("on %s", (database) => {
    let server: RunningServer;
    const warnings: object[] = [];
    const ignore = (): void => undefined;
    const log: Log = { debug: ignore, info: ignore, error: ignore, warn: (about) => void warnings.push(about) };

    const ask = async (user: string, method: string, path: string, body?: object): Promise<Answer> => {
      const headers = { authorization: `Test ${user}`, "content-type": "application/json" };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${server.url}${base}/${path}`, init);
      return { status: response.status, body: (await response.json()) as Answer["body"] };
    };
    const select = (selector: string): string => `notes?fieldSelector=${encodeURIComponent(selector)}`;
    const named = async (user: string, path: string): Promise<readonly string[] | string> => {
      const { status, body } = await ask(user, "GET", path);
      return body.items?.map(({ metadata }) => metadata.name).toSorted() ?? `${status} ${body.detail}`;
    };
    const make = async (plural: string, name: string, spec: object, labels = {}): Promise<void> => {
      expect((await ask("root", "POST", plural, { metadata: { name, labels }, spec })).status).toBe(201);
    };

    beforeAll(async () => {
      const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
      server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log });
      await server.started;
    });
    beforeEach(async () => {
      for (const plural of ["memos", "notes", "rolebindings", "roles"]) await ask("root", "DELETE", plural);
      await make("notes", "ann-1", { owner: "ann", salary: 50 }, { "a.example/secret": "s1", "a.example/team": "t" });
      await make("notes", "bob-1", { owner: "bob", salary: 100 }, { "a.example/secret": "s2", "a.example/team": "t" });
    });
    afterAll(() => server.close());

    it("also who deletes: by a field that it may not read nothing is selected", async () => {
      await make("memos", "m", { text: "x", about: "bob-1" });
      for (const selector of ["metadata.name=bob-1,spec.salary>=90", "metadata.name=bob-1,spec.salary<90", "first=b"])
        expect(await ask("clara", "DELETE", select(selector))).toMatchObject({
          status: 400,
          body: { detail: expect.stringMatching(/is not an index of this type/) },
        });
      expect(await named("root", "notes")).toEqual(["ann-1", "bob-1"]);
      expect((await ask("clara", "DELETE", select("spec.owner=ann"))).status).toBe(200);
      expect(await named("root", "notes")).toEqual(["bob-1"]);
    });

    it("and where it may read nothing, nothing can be selected by", async () => {
      expect((await ask("shred", "DELETE", select("spec.salary>=90"))).status).toBe(400);
      expect((await ask("shred", "DELETE", "notes?labelSelector=a.example/team%3Dt")).status).toBe(400);
      expect(await named("root", "notes")).toEqual(["ann-1", "bob-1"]);
      expect((await ask("shred", "DELETE", select("metadata.name=ann-1"))).status).toBe(200);
      expect((await ask("shred", "DELETE", "notes")).status).toBe(200);
      expect(await named("root", "notes")).toEqual([]);
    });

    it("a field that some rule shows in some objects selects among these, and orders nothing else", async () => {
      expect(await named("ann", "notes")).toEqual(["ann-1", "bob-1"]);
      expect(await named("ann", select("spec.salary>=0"))).toEqual(["ann-1"]);
      expect(await named("ann", select("!spec.salary"))).toEqual([]);
      expect(await named("ann", select("spec.salary notin (50)"))).toEqual([]);
      expect(await named("ann", select("(spec.salary=100|spec.owner=bob)"))).toEqual(["bob-1"]);
      expect(await named("ann", "notes?sort=spec.salary")).toMatch(
        /^400 .*hidden in some of these objects by the role partner/,
      );
      expect(await named("ann", `${select("spec.salary>=0")}&sort=spec.salary`)).toEqual(["ann-1"]);
      for (const query of ["aggregate=max(spec.salary)", "aggregate=count&groupBy=spec.salary"])
        expect(await ask("ann", "GET", `notes?${query}`)).toMatchObject({
          status: 400,
          body: { detail: expect.stringMatching(/hidden in some of these objects/) },
        });
      const counted = await ask("ann", "GET", `${select("spec.salary>=0")}&aggregate=max(spec.salary)`);
      expect(counted.body.groups).toMatchObject([{ count: 1, max: { "spec.salary": 50 } }]);
    });

    it("a right takes no other right away", async () => {
      // `everybody` hides the field from the administrator too, and `admin` shows it.
      expect(await named("root", select("spec.salary>=90"))).toEqual(["bob-1"]);
      expect(await named("root", select("first=b"))).toEqual(["bob-1"]);
      expect((await ask("root", "GET", "notes?sort=spec.salary")).status).toBe(200);
      expect((await ask("root", "GET", "notes?aggregate=max(spec.salary)")).status).toBe(200);
    });

    it("one hidden label is not selected by, and the others are", async () => {
      const rules = [{ resources: ["notes"], verbs: ["read"], hidden: ['metadata.labels["a.example/secret"]'] }];
      await make("roles", "labels", { rules });
      await make("rolebindings", "labels", { role: "labels", users: ["lou"] });
      await expect.poll(() => named("lou", "notes")).toEqual(["ann-1", "bob-1"]);
      expect(await named("lou", "notes?labelSelector=a.example/team%3Dt")).toEqual(["ann-1", "bob-1"]);
      for (const selector of [
        "a.example/secret=s2",
        "a.example/secret",
        "!a.example/secret",
        "a.example/secret notin (s2)",
      ])
        expect(await named("lou", `notes?labelSelector=${encodeURIComponent(selector)}`)).toMatch(
          /^400 .*a\.example\/secret cannot be selected by/,
        );
    });

    it("a refusal to delete does not name a reference that the caller does not see", async () => {
      await make("memos", "private", { text: "x", about: "bob-1" });
      for (const path of ["notes/bob-1", "notes", select("spec.owner=bob")]) {
        const { status, body } = await ask("kim", "DELETE", path);
        expect([status, body.referrers]).toEqual([409, []]);
        expect(JSON.stringify(body)).not.toMatch(/private|spec\.about|Memo/);
      }
      const { body } = await ask("root", "DELETE", "notes/bob-1");
      expect(body.referrers).toMatchObject([{ kind: "Memo", names: ["private"], field: "spec.about" }]);
    });

    it("a role whose selector cannot be asked of somebody gives that one nothing, and shuts nobody out", async () => {
      const rules = [{ resources: ["notes"], verbs: ["read"], where: "spec.owner notin ({user.groups})" }];
      await make("roles", "others", { rules });
      await make("rolebindings", "others", { role: "others", users: ["root", "zoe"] });
      await expect.poll(() => named("zoe", "notes")).toEqual([]);
      expect(await named("root", "notes")).toEqual(["ann-1", "bob-1"]);
      expect(await named("root", "notes")).toEqual(["ann-1", "bob-1"]);
      expect(warnings).toEqual([{ role: "others", reason: expect.stringContaining("others") }]);
    });
  });
});
