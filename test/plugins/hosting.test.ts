import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { main } from "cmgen/main";
import { withRawDatabase } from "../prisma/raw-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { makeOffice, startOffice, type Office } from "./office.js";
import { databases } from "../tier.js";

let office: Office;
let server: RunningServer | undefined;

beforeAll(async () => {
  office = await makeOffice();
  const { status } = await office.generate({ time: new Date("2026-01-01T00:00:00.000Z") });
  expect(status).toBe("written");
  office.compile();
}, 240_000);
afterAll(() => office.dispose());
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const read = (path: string): string => readFileSync(join(office.folder, path), "utf8");
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  exchange(server?.url ?? "", { method: "GET", path, headers });
const people = "/apis/people.acme.example/v1/people";
const rooms = "/apis/rooms.acme.example/v1/rooms";

describe("what is generated for a service that hosts plugins", () => {
  it("has the tables of all plugins in one schema and one history of migrations", () => {
    const schema = read("prisma/schema.prisma");
    expect(schema).toContain('@@map("people_acme_example_people")');
    expect(schema).toContain('@@map("rooms_acme_example_rooms")');
    expect(read("prisma/migrations/20260101000000_init/migration.sql")).toMatch(/people_acme[^]*rooms_acme/);
  });

  it("has one OpenAPI document, in which things of one name stay apart and what is the same is there once", () => {
    const document = JSON.parse(read("openapi.json")) as {
      info: { title: string };
      paths: object;
      components: Record<string, Record<string, { properties?: object }>>;
    };
    expect(document.info.title).toBe("office");
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining([people, `${people}/{name}`, rooms]));
    const schemas = document.components["schemas"] ?? {};
    expect(Object.keys(schemas["Address"]?.properties ?? {})).toEqual(["street", "town"]);
    expect(Object.keys(schemas["RoomsPluginAddress"]?.properties ?? {})).toEqual(["building", "floor"]);
    expect(JSON.stringify(schemas["RoomSpec"])).toContain("#/components/schemas/RoomsPluginAddress");
    expect(Object.keys(schemas).filter((name) => name.startsWith("RoomsPlugin"))).toEqual(["RoomsPluginAddress"]);
    const refs = Array.from(read("openapi.json").matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g));
    const dangling = refs.filter(([, section = "", name = ""]) => document.components[section]?.[name] === undefined);
    expect([refs.length > 0, dangling]).toEqual([true, []]);
    const ids = Array.from(read("openapi.json").matchAll(/"operationId":"([^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is the same when nothing has changed, and is made again when a package has", async () => {
    expect(await office.generate()).toMatchObject({ status: "written", changes: [] });
    const file = join(office.installed("people-plugin"), "openapi.json");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace("Where somebody lives.", "Where somebody lives now."));
    const { changes } = await office.generate({ check: true });
    expect(changes.map(({ path }) => path)).toEqual(["openapi.json"]);
    writeFileSync(file, before);
  });
});

describe.each(databases)("a service of two plugin packages on %s", (database) => {
  const databaseUrl = async (): Promise<string> => (database === "sqlite" ? ":memory:" : await createDatabase());

  it("serves the types, the endpoints and the manifests of both, and says so", async () => {
    server = await startOffice(office, { databaseUrl: await databaseUrl() });
    expect(server.plugins).toEqual([
      { name: "office", state: "started" },
      { name: "people-plugin", state: "started" },
      { name: "rooms-plugin", state: "started" },
    ]);
    expect((await get(`${people}/ann`)).json).toMatchObject({ spec: { age: 30 } });
    expect((await get(`${rooms}?fieldSelector=spec.address.building=main`)).json).toMatchObject({ total: 1 });
    const greeting = await get("/apis/console.api.people.acme.example/v1/people/ann/greeting");
    expect(greeting.json).toEqual({ greeting: "Hello, ann!" });
    expect((await get("/readyz")).bytes.toString()).toBe("ready\n");
    expect((await get("/readyz", { accept: "application/json" })).json).toEqual({
      ready: true,
      reasons: [],
      plugins: server.plugins,
    });
  });

  it("runs on where one plugin fails, and says which and why", async () => {
    const manifest = join(office.installed("rooms-plugin"), "extensions/rooms.json");
    const kept = readFileSync(manifest, "utf8");
    writeFileSync(manifest, kept.replace('"floor": 4', '"floor": "top secret"'));
    try {
      server = await startOffice(office, { databaseUrl: await databaseUrl() });
    } finally {
      writeFileSync(manifest, kept);
    }
    expect(server.plugins.map(({ name, state }) => [name, state])).toEqual([
      ["office", "started"],
      ["people-plugin", "started"],
      ["rooms-plugin", "failed"],
    ]);
    expect(String(server.plugins[2]?.error)).toBe(
      "ManifestError: extensions/rooms.json:5:64: /spec/address/floor must be a whole number.",
    );
    expect((await get(`${people}/ann`)).status).toBe(200);
    expect((await get(rooms)).status).toBe(503);
    const reason =
      "The plugin rooms-plugin could not start, because a manifest has a problem at extensions/rooms.json:5:64: the log says more.";
    const ready = await get("/readyz", { accept: "application/json" });
    expect([ready.status, ready.headers["retry-after"], ready.headers["content-type"]]).toEqual([
      503,
      "2",
      "application/json",
    ]);
    expect(ready.json).toEqual({
      ready: false,
      reasons: [reason],
      plugins: [
        { name: "office", state: "started" },
        { name: "people-plugin", state: "started" },
        { name: "rooms-plugin", state: "failed", reason },
      ],
    });
    expect((await get("/readyz")).json).toMatchObject({ code: "NotReady", detail: reason });
    const metrics = (await get("/metrics")).bytes.toString();
    expect(metrics).toContain('cmgen_plugin_state{plugin="rooms-plugin",state="failed"} 1\n');
    expect(metrics).toContain('cmgen_plugin_state{plugin="rooms-plugin",state="started"} 0\n');
    expect(metrics).toContain('cmgen_plugin_state{plugin="people-plugin",state="started"} 1\n');
    const stopped = server;
    await server.close();
    expect(new Set(stopped.plugins.map(({ state }) => state))).toEqual(new Set(["stopped"]));
  });
});

/** What a command prints and ends with, in the folder of the service. */
async function run(args: readonly string[], workingFolder = office.folder): Promise<string> {
  let printed = "";
  const print = (text: string): unknown => (printed += text);
  const terminal = { workingFolder, columns: 100, color: false, now: () => new Date(), out: print, error: print };
  const code = await main(args, { ...terminal, interrupted: () => new AbortController().signal });
  return `${code} ${printed}`;
}

describe("commands that look at what is stored", () => {
  it("look at the objects of hosted plugins, too", async () => {
    const file = join(office.folder, "examined.db");
    server = await startOffice(office, { databaseUrl: `file:${file}` });
    await server.close();
    const database = ["--database-url", `file:${file}`];
    expect(await run(["doctor", ...database])).toBe("0 examined.db agrees with itself: 2 objects looked at.\n");
    expect(await run(["migrate", "check", ...database])).toBe("0 None of 2 objects in examined.db would break.\n");
    await withRawDatabase(file, ({ execute }) => execute("UPDATE people_acme_example_people SET x_spec_age = 7"));
    expect(await run(["doctor", ...database])).toMatch(/^1 index people\.people\.acme\.example\/ann spec\.age: /);
  });
});

describe("a hosted plugin whose module throws when it is imported", () => {
  it("fails, with the reason, and the others run", async () => {
    // In another folder, because modules are imported once.
    const folder = `${office.folder}-broken`;
    cpSync(office.folder, folder, { recursive: true, dereference: true });
    const module = join(folder, "node_modules/@acme/people-plugin/dist/endpoints/greeting.js");
    writeFileSync(module, 'export default {};\nthrow new Error("PEOPLE_KEY is not set");');
    server = await startOffice({ folder }, { databaseUrl: ":memory:" });
    expect(server.plugins.map(({ name, state }) => [name, state])).toEqual([
      ["office", "started"],
      ["people-plugin", "failed"],
      ["rooms-plugin", "started"],
    ]);
    expect(String(server.plugins[1]?.error)).toBe("Error: PEOPLE_KEY is not set");
    expect((await get(rooms)).json).toMatchObject({ total: 1 });
    const reason = "The plugin people-plugin could not start: the log says why.";
    for (const path of [`${people}/ann`, "/apis/console.api.people.acme.example/v1/people/ann/greeting", "/readyz"]) {
      const { status, json } = await get(path);
      expect([status, json]).toEqual([503, expect.objectContaining({ code: "NotReady", detail: reason }) as unknown]);
    }
    expect((await get("/apis/others.acme.example/v1/others")).status).toBe(404);
    expect(await run(["doctor", "--database-url", "file:office.db"], folder)).toMatch(
      /^4 .*The hosted plugin people-plugin cannot be loaded: PEOPLE_KEY is not set/s,
    );
  });
});

describe("a new release of a hosted plugin", () => {
  const model = (): string => join(office.source("people-plugin"), "src/models/person.ts");

  it("makes a migration in the service that hosts it, and its objects go on", async () => {
    const databaseUrl = `file:${join(office.folder, "office.db")}`;
    server = await startOffice(office, { databaseUrl });
    await server.close();
    const before = readFileSync(model(), "utf8");
    writeFileSync(model(), before.replace('index("spec.age")', 'index("spec.age"), index("spec.address.town")'));
    await office.describe("people-plugin");
    const { status, changes } = await office.generate({ time: new Date("2026-01-02T00:00:00.000Z") });
    expect(status).toBe("written");
    const made = changes.map(({ path }) => path).filter((path) => path.endsWith("migration.sql"));
    expect(made).toEqual([
      expect.stringMatching(/^prisma\/migrations\/20260102000000_/),
      expect.stringMatching(/^prisma\/postgresql\/migrations\/20260102000000_/),
    ]);
    // The modules of the first release are still loaded in this process; on the new tables they go on.
    server = await startOffice(office, { databaseUrl });
    expect((await get(`${people}/ann`)).json).toMatchObject({ spec: { name: "Ann" } });
  });

  it("is refused, with the fields and the package, where it would break objects that are stored", async () => {
    const before = readFileSync(model(), "utf8");
    writeFileSync(model(), before.replace("age?: Integer", "age: Integer"));
    await office.describe("people-plugin");
    const { status, broken } = await office.generate();
    expect(status).toBe("breaking");
    expect(broken).toMatchObject([
      {
        kind: "Person",
        hostedFrom: "@acme/people-plugin",
        breaks: [
          {
            message: expect.stringContaining("spec.age") as string,
            span: { file: "node_modules/@acme/people-plugin/cmgen-plugin.json" },
          },
        ],
      },
    ]);
    expect(broken[0]?.answer).toBeUndefined();
    writeFileSync(model(), before);
    await office.describe("people-plugin");
  });
});

describe("a package that cannot be hosted", () => {
  /** Runs with something moved out of the way or written otherwise, and puts it back. */
  async function problem(name: "people-plugin" | "rooms-plugin", change: (folder: string) => void): Promise<string> {
    const folder = office.installed(name);
    const kept = `${folder}-kept`;
    cpSync(folder, kept, { recursive: true, dereference: true });
    // A link is replaced by a copy, so that the package itself stays.
    rmSync(folder, { recursive: true });
    cpSync(kept, folder, { recursive: true });
    try {
      change(folder);
      return await office.generate().then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
      renameSync(kept, folder);
    }
  }

  const edit = (path: string, change: (json: Record<string, unknown>) => object) => (folder: string) => {
    const file = join(folder, path);
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>)));
  };
  const without = (json: object, member: string): object =>
    Object.fromEntries(Object.entries(json).filter(([name]) => name !== member));
  const remove = (path: string) => (folder: string) => rmSync(join(folder, path), { recursive: true });

  it.each<[string, (folder: string) => void, RegExp]>([
    ["is not installed", remove("."), /is not installed: run `npm install @acme\/people-plugin`/],
    ["has no description", remove("cmgen-plugin.json"), /has no cmgen-plugin\.json: either an older release/],
    [
      "is of a later cmgen",
      edit("cmgen-plugin.json", (json) => ({ ...json, form: 2 })),
      /was generated by a later release of cmgen, .*: update cmgen here/,
    ],
    ["has a damaged description", edit("cmgen-plugin.json", () => ({})), /not what `cmgen generate` writes/],
    ["lacks openapi.json", remove("openapi.json"), /lacks openapi\.json: add it to `files`/],
    ["lacks its manifests", remove("extensions"), /lacks extensions: add it to `files`/],
    ["exports nothing", edit("package.json", (json) => without(json, "exports")), /exports nothing: .*"exports"/],
    [
      "is another package",
      (folder) => {
        remove("cmgen-plugin.json")(folder);
        edit("package.json", (json) => without(json, "peerDependencies"))(folder);
      },
      /is not a plugin: its package has no cmgen-plugin\.json/,
    ],
    [
      "brings a runtime of its own",
      (folder) => {
        mkdirSync(join(folder, "node_modules/@cmgen/runtime"), { recursive: true });
        writeFileSync(join(folder, "node_modules/@cmgen/runtime/package.json"), "{}");
      },
      /brings a runtime of its own \(node_modules\/@acme\/people-plugin\/node_modules\/@cmgen\/runtime\): .*`peerDependencies`/,
    ],
  ])("%s: the config file, the package and what to do are named", async (_, change, message) => {
    const printed = await problem("people-plugin", change);
    expect(printed).toMatch(/^ConfigError: cmgen\.config\.ts: The plugin @acme\/people-plugin /);
    expect(printed).toMatch(message);
  });

  it("is named if two plugins have the same: every clash at once", async () => {
    const description = "cmgen-plugin.json";
    const printed = await problem("rooms-plugin", (folder) => {
      const same = readFileSync(join(office.installed("people-plugin"), description), "utf8");
      writeFileSync(join(folder, description), same);
    });
    expect(printed.split("\n")).toEqual([
      "ConfigError: cmgen.config.ts: 2 plugins are called people-plugin, by their packages' names without a scope: host one of them, or rename a package.",
      "cmgen.config.ts: The resource people.people.acme.example is in the plugins people-plugin and people-plugin: host one of them, or rename it in one.",
      "cmgen.config.ts: The kind Person of people.acme.example/v1 is in the plugins people-plugin and people-plugin: host one of them, or rename it in one.",
    ]);
  });

  it("is named if its endpoints are in a group of another plugin's endpoints or models", async () => {
    const printed = await problem(
      "rooms-plugin",
      edit("openapi.json", (json) => ({
        ...json,
        paths: {
          ...(json["paths"] as object),
          "/apis/console.api.people.acme.example/v1/rooms/{name}/plan": {},
          "/apis/people.acme.example/v2/plans": {},
        },
      })),
    );
    expect(printed.split("\n")).toEqual([
      "ConfigError: cmgen.config.ts: The group of endpoints console.api.people.acme.example/v1 is in the plugins people-plugin and rooms-plugin: host one of them, or rename it in one.",
      "cmgen.config.ts: The plugin rooms-plugin has endpoints of the group people.acme.example, in which the plugin people-plugin has models: host one of them, or give the endpoints a group of their own, such as console.api.people.acme.example.",
    ]);
  });

  it("is named if it says who may do what, and the service does not", async () => {
    const printed = await problem(
      "people-plugin",
      edit("cmgen-plugin.json", (json) => ({ ...json, access: {} })),
    );
    expect(printed).toBe(
      "ConfigError: cmgen.config.ts: The plugin people-plugin says who may do what, and this service does not say who its callers are: add src/access.ts, for example with `cmgen add access`.",
    );
  });

  it("is named if a production install would lack it", async () => {
    const file = join(office.folder, "package.json");
    const kept = readFileSync(file, "utf8");
    writeFileSync(file, kept.replace('"@acme/rooms-plugin": "1.0.0"', '"other": "1.0.0"'));
    await expect(office.generate()).rejects.toThrow(
      /The plugin @acme\/rooms-plugin is not among the `dependencies` in package\.json/,
    );
    writeFileSync(file, kept);
  });
});
