import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Authenticator,
  defineController,
  defineSchedule,
  type ModelDescriptor,
  type RunningServer,
  silentLog,
  startServer,
} from "@cmgen/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { issueModel, projectModel } from "../../examples/tracker/dist/generated/v1alpha1/models.js";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, peoplePlugin } from "./people-server.js";

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};
const access = defineAccess({
  authenticate: [byHeader],
  roles: {
    watcher: {
      operator: ["inspect"],
      resources: { issues: { verbs: ["list"], where: () => ({ "spec.state": "open" }) } },
    },
    reader: { operator: ["inspect"], resources: { projects: "viewer" } },
    shortsighted: { operator: ["inspect"], resources: { projects: { verbs: ["get"], hidden: ["spec.title"] } } },
    narrow: {
      operator: ["inspect"],
      resources: { projects: { verbs: ["get"], where: () => ({ "metadata.name": "one" }) } },
    },
  },
  bindings: {
    watcher: { users: ["wanda"] },
    reader: { users: ["rita"] },
    shortsighted: { users: ["sam"] },
    narrow: { users: ["nora"] },
    admin: { users: ["root"] },
  },
});

interface Answer {
  readonly metadata: { readonly continue?: string };
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const base = "/apis/tracker.example.com/v1alpha1";

describe.each(databases)("what an operator is told on %s", (database) => {
  let server: RunningServer | undefined;
  let folder = "";
  let databaseUrl = "";

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-operator-"));
    databaseUrl = database === "sqlite" ? `file:${join(folder, "service.db")}` : await createDatabase();
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (user: string, method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { authorization: `Test ${user}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return fetch(`${server?.url}${path}`, init);
  };
  const changes = async (user: string, query = ""): Promise<Answer> => {
    const response = await send(user, "GET", `/apis/-/admin/changes${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  const namesOf = ({ items }: Answer): readonly unknown[] => items.map(({ type, name }) => `${type} ${name}`);

  const startTracker = async (): Promise<void> => {
    const plugins = [{ ...tracker, manifests: false, access, controllers: [], schedules: [] }];
    server = await startServer({ plugins, root: tracker.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    const write = async (user: string, method: string, path: string, body?: unknown): Promise<void> =>
      expect((await send(user, method, base + path, body)).ok).toBe(true);
    await write("root", "POST", "/projects", { metadata: { name: "app" }, spec: { title: "App" } });
    for (const state of ["open", "closed"])
      await write("root", "POST", "/issues", {
        metadata: { name: state },
        spec: { title: "t", project: "app", state },
      });
    await write("root", "PUT", "/issues/open", { metadata: {}, spec: { title: "u", project: "app", state: "open" } });
    await write("root", "DELETE", "/issues/closed");
  };

  it("the last changes and who made them, the newest first", async () => {
    await startTracker();
    const answer = await changes("root");
    expect(namesOf(answer)).toEqual(["DELETED closed", "MODIFIED open", "ADDED closed", "ADDED open", "ADDED app"]);
    expect(answer.metadata).toEqual({});
    expect(answer.items[1]).toEqual({
      revision: expect.any(Number) as number,
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      type: "MODIFIED",
      group: "tracker.example.com",
      plural: "issues",
      kind: "Issue",
      name: "open",
      uid: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      version: 2,
      actor: "root",
      verb: "update",
      requestId: expect.any(String) as string,
    });
  });

  it("page by page, and those alone that are asked for", async () => {
    await startTracker();
    const pages: unknown[] = [];
    for (let query = "?limit=2"; ;) {
      const page = await changes("root", query);
      pages.push(namesOf(page));
      if (page.metadata.continue === undefined) break;
      query = `?limit=2&continue=${page.metadata.continue}`;
    }
    expect(pages).toEqual([["DELETED closed", "MODIFIED open"], ["ADDED closed", "ADDED open"], ["ADDED app"]]);
    expect(namesOf(await changes("root", "?resource=projects"))).toEqual(["ADDED app"]);
    expect(namesOf(await changes("root", "?resource=issues.tracker.example.com&name=open"))).toEqual([
      "MODIFIED open",
      "ADDED open",
    ]);
    expect(namesOf(await changes("root", "?actor=nobody"))).toEqual([]);
    for (const query of ["limit=0", "limit=201", "continue=x", "verb=update", "limit=1&limit=2"]) {
      const refused = await send("root", "GET", `/apis/-/admin/changes?${query}`);
      expect([query, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        query,
        400,
        "InvalidQuery",
      ]);
    }
  });

  it("only of objects that the operator may list, as they are left", async () => {
    await startTracker();
    expect(namesOf(await changes("wanda"))).toEqual(["MODIFIED open", "ADDED open"]);
    const closing = { metadata: {}, spec: { title: "u", project: "app", state: "closed" } };
    expect((await send("root", "PUT", `${base}/issues/open`, closing)).status).toBe(200);
    expect(namesOf(await changes("wanda"))).toEqual(["MODIFIED open", "ADDED open"]);
    expect(namesOf(await changes("wanda", "?limit=1"))).toEqual(["MODIFIED open"]);
    expect((await changes("wanda")).items[0]?.["version"]).toBe(2);
    expect((await send("nobody", "GET", "/apis/-/admin/changes")).status).toBe(403);
  });

  it("what controllers failed with lately, in words where the operator may read all that these may quote", async () => {
    let isBroken = true;
    const failing = defineController({
      name: "failing",
      model: projectModel,
      reconcile: async ({ name, object: { spec } }) => {
        if (isBroken) throw new Error(`${name} cannot be paid: ${spec.title}${"!".repeat(600)}`);
      },
    });
    const watching = defineController({
      name: "watching",
      model: projectModel,
      watches: [{ model: issueModel, key: () => [] }],
      reconcile: () => {
        throw new Error("an issue is secret");
      },
    });
    const plugins = [{ ...tracker, manifests: false, access, controllers: [failing, watching], schedules: [] }];
    server = await startServer({ plugins, root: tracker.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    const body = { metadata: { name: "one" }, spec: { title: "Paint" } };
    expect((await send("root", "POST", `${base}/projects`, body)).status).toBe(201);
    const errorsOf = async (user: string): Promise<Readonly<Record<string, unknown>>> => {
      const { items } = (await (await send(user, "GET", "/apis/-/admin/controllers")).json()) as Answer;
      // Besides those that the service has itself.
      const own = items.filter(({ controller }) => controller === "failing" || controller === "watching");
      return Object.fromEntries(own.map(({ controller, errors }) => [String(controller), errors]));
    };
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const message = `one cannot be paid: Paint${"!".repeat(475)}…`;
    await expect
      .poll(() => errorsOf("root"))
      .toEqual({
        failing: [{ object: "one", time, message }],
        watching: [{ object: "one", time, message: "an issue is secret" }],
      });
    const untold = [{ object: "one", time }];
    expect(await errorsOf("rita")).toEqual({ failing: [{ object: "one", time, message }], watching: untold });
    for (const user of ["wanda", "sam", "nora"])
      expect([user, await errorsOf(user)]).toEqual([user, { failing: untold, watching: untold }]);
    expect((await send("nobody", "GET", "/apis/-/admin/controllers")).status).toBe(403);
    // The page that others may read has neither the messages nor the models.
    const page = await (await send("root", "GET", "/controllers")).text();
    expect(page).toContain('"object":"one"');
    expect(page).not.toMatch(/cannot be paid|secret|errors|models/);
    // What was is told until others have failed since.
    isBroken = false;
    await send("root", "POST", "/apis/-/admin/reconcile", { plugin: "tracker", controller: "failing" });
    const failures = async (): Promise<unknown> => {
      const { items } = (await (await send("root", "GET", "/apis/-/admin/controllers")).json()) as Answer;
      return items.find(({ controller }) => controller === "failing")?.["failing"];
    };
    await expect.poll(failures).toBe(0);
    expect((await errorsOf("root"))["failing"]).toEqual([{ object: "one", time, message }]);
  });

  it("when a schedule has failed", async () => {
    const broken = defineSchedule({
      name: "broken",
      every: "1s",
      run: () => {
        throw new Error("no");
      },
    });
    const plugins = [{ ...tracker, manifests: false, access, controllers: [], schedules: [broken] }];
    server = await startServer({ plugins, root: tracker.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    const schedule = async (): Promise<unknown> =>
      ((await (await send("wanda", "GET", "/apis/-/admin/schedules")).json()) as Answer).items[0];
    await expect
      .poll(schedule)
      .toMatchObject({ schedule: "broken", lastFailure: expect.stringMatching(/Z$/) as string });
    expect(await schedule()).not.toHaveProperty("lastSuccess");
  });

  it("which migrations are applied, and which of the database are not its own", async () => {
    const engine = database === "sqlite" ? "sqlite" : "postgresql";
    const shipped = join(
      fileURLToPath(tracker.root),
      engine === "sqlite" ? "prisma" : "prisma/postgresql",
      "migrations",
    );
    const more = join(folder, "migrations");
    cpSync(shipped, more, { recursive: true });
    const [first = ""] = readdirSync(shipped)
      .filter((name) => /^\d/.test(name))
      .toSorted();
    const extra = "99990101000000_extra";
    cpSync(join(shipped, first), join(more, extra), { recursive: true, filter: (path) => !path.endsWith(".sql") });
    writeFileSync(join(more, extra, "migration.sql"), 'CREATE TABLE "extra" ("id" INTEGER PRIMARY KEY);\n');
    const states = async (migrations?: string): Promise<readonly string[]> => {
      await server?.close();
      server = await startServer({
        plugins: [{ ...tracker, manifests: false, access }],
        root: tracker.root,
        port: 0,
        databaseUrl,
        log: silentLog,
        ...(migrations !== undefined && { migrations: { [engine]: migrations } }),
      });
      const { items } = (await (await send("root", "GET", "/apis/-/admin/migrations")).json()) as Answer;
      return items.map(({ name, state }) => `${state} ${name}`);
    };
    expect(await states(more)).toContain(`applied ${extra}`);
    const own = await states();
    expect(own).toContain(`applied ${first}`);
    expect(own.at(-1)).toBe(`missing ${extra}`);
    expect((await send("wanda", "GET", "/apis/-/admin/migrations")).status).toBe(200);
    expect((await send("nobody", "GET", "/apis/-/admin/migrations")).status).toBe(403);
  });

  it("how far the change of stored objects is while a plugin starts", async () => {
    const slow: NonNullable<ModelDescriptor<Person>["evolve"]> = [
      {
        id: "slowly",
        change: ({ spec }) => {
          for (const until = performance.now() + 5; performance.now() < until;);
          return { spec: { ...spec, name: `${spec.name}!` } };
        },
      },
    ];
    const start = async (model: ModelDescriptor<Person>): Promise<RunningServer> => {
      const plugins = [{ ...peoplePlugin(model), manifests: false, controllers: [], schedules: [] }];
      return startServer({ plugins, root: peoplePlugin().root, port: 0, databaseUrl, log: silentLog });
    };
    server = await start(personModel);
    await server.started;
    const people = server.service.resource(personModel);
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => people.create({ metadata: { name: `p${at}` }, spec: { name: `P${at}` } })),
    );
    await server.close();
    server = await start({ ...personModel, evolve: slow });
    const progress = async (): Promise<unknown> => {
      const { items } = (await (await send("", "GET", "/apis/-/admin/plugins")).json()) as Answer;
      return items[0]?.["progress"];
    };
    await expect.poll(progress, { interval: 10 }).toEqual({
      work: "evolve-steps",
      resource: "people.people.example.com",
      names: ["v1alpha1/slowly"],
      done: expect.any(Number) as number,
      total: 100,
    });
    await server.started;
    expect(await progress()).toBeUndefined();
  });
});
