import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore, parseDatabaseUrl, tenantUrl } from "@cmgen/store";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { peopleFolder } from "../people/people-service.js";
import { createDatabase } from "../postgres/create-database.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "../tenants/tenants-service.js";
import { type CommandOutcome, runCmgen } from "./run-cmgen.js";
import { databases } from "../tier.js";

let built: TenantsPlugin;
beforeAll(async () => {
  vi.stubEnv("CMGEN_DATABASE_URL", "");
  // `doctor` remarks on a port that is taken, as another program may have done.
  vi.stubEnv("PORT", "0");
  built = await buildTenantsPlugin();
});
afterAll(() => {
  vi.unstubAllEnvs();
  built.remove();
});

it.each<[readonly string[], string]>([
  [["create", "Acme"], "The name of a tenant must have 1 to 40 lower-case letters, digits and hyphens"],
  [["create", "a_b"], 'not "a_b"'],
  [["create"], "tenant create needs the name of a tenant."],
  [["drop"], "tenant drop needs the name of a tenant."],
  [["drop", "../notes"], 'not "../notes"'],
  [["list", "acme"], "tenant list takes no name."],
  [["move", "acme"], "tenant move needs --to <host>:<port>, a node of the cluster."],
  [["move", "acme", "--to", "worker-2"], "tenant move needs --to <host>:<port>"],
  [["rename", "acme"], 'action cannot be "rename"'],
])("cmgen tenant refuses %j", async (args, refusal) => {
  const { code, out, error } = await runCmgen(["tenant", ...args], { workingFolder: fileURLToPath(built.plugin.root) });
  expect([code, out, error]).toEqual([3, "", expect.stringContaining(refusal)]);
});

describe.each(databases)("cmgen tenant on %s", (engine) => {
  /** A folder with the plugin's migrations, to which tests add others. */
  let root = "";
  let url = "";
  let service: TenantsService | undefined;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "cmgen-tenant-"));
    cpSync(fileURLToPath(new URL("prisma", built.plugin.root)), join(root, "prisma"), { recursive: true });
    writeFileSync(join(root, "package.json"), '{ "name": "tenants-plugin" }');
    url = engine === "sqlite" ? `file:${join(root, "notes.db")}` : await createDatabase();
    expect((await cmgen(["migrate", "deploy"])).code).toBe(0);
  });
  afterEach(async () => {
    await service?.server.close();
    service = undefined;
    rmSync(root, { recursive: true });
  });

  const cmgen = (args: readonly string[], answer?: string): Promise<CommandOutcome> =>
    runCmgen([...args, "--database-url", url], { workingFolder: root, ...(answer !== undefined && { answer }) });
  const tenant = (...args: readonly string[]): Promise<CommandOutcome> => cmgen(["tenant", ...args]);
  /** A tenant's database, as it is shown: without the password. */
  const shown = (name: string): string => tenantUrl(url, name).replace(":postgres@", "@");
  const states = async (): Promise<readonly string[]> => {
    const { out } = await tenant("list", "--json");
    const { tenants } = JSON.parse(out) as { readonly tenants: readonly { name: string; state: string }[] };
    return tenants.map(({ name, state }) => `${name} ${state}`);
  };
  const isThere = async (name: string): Promise<boolean> => {
    const location = parseDatabaseUrl(tenantUrl(url, name));
    if (location.engine === "sqlite") return existsSync(location.file);
    return (await query(url, `SELECT FROM pg_namespace WHERE nspname = '${location.schema ?? ""}'`)) > 0;
  };

  function addMigration(name: string, sql: string): void {
    const folder = join(root, engine === "sqlite" ? "prisma/migrations" : "prisma/postgresql/migrations", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "migration.sql"), sql);
  }

  it("makes tenants and shows them, each with a database of its own", async () => {
    expect(await tenant("list")).toEqual({ code: 0, out: "There are no tenants.\n", error: "" });
    expect(await tenant("create", "acme")).toEqual({
      code: 0,
      out: `Made the tenant acme, in ${shown("acme")}\n`,
      error: "",
    });
    const json = await tenant("create", "beta-2", "--json");
    expect(JSON.parse(json.out)).toEqual({ name: "beta-2", databaseUrl: shown("beta-2"), adopted: false });
    expect(await isThere("beta-2")).toBe(true);
    const { code, out, error } = await tenant("list");
    expect([code, error]).toEqual([0, ""]);
    expect(out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>").replaceAll(/ +/g, " ")).toBe(
      `NAME STATE CREATED DATABASE\nacme ready <time> ${shown("acme")}\nbeta-2 ready <time> ${shown("beta-2")}\n`,
    );
    const listed = JSON.parse((await tenant("list", "--json")).out) as { readonly tenants: readonly object[] };
    expect(listed.tenants).toEqual([
      { name: "acme", state: "ready", created: expect.stringMatching(/^\d{4}-.*Z$/), databaseUrl: shown("acme") },
      expect.objectContaining({ name: "beta-2" }),
    ]);
  });

  it("makes none twice, and finishes one that was begun", async () => {
    await tenant("create", "acme");
    expect(await tenant("create", "acme")).toEqual({
      code: 4,
      out: "",
      error: "There is a tenant acme already: nothing was done.\n",
    });
    const store = await openStore(url);
    await store.tenants.add("half", Date.now());
    await store.close();
    expect(await states()).toEqual(["acme ready", "half creating"]);
    expect((await tenant("create", "half")).code).toBe(0);
    expect(await states()).toEqual(["acme ready", "half ready"]);
  });

  it.each<[readonly string[]]>([
    [["drop", "gone", "--force"]],
    [["migrate", "gone"]],
    [["move", "gone", "--to", "worker-2:5432"]],
  ])("names no tenant that is not there: %j", async (args) => {
    expect(await tenant(...args)).toEqual({
      code: 4,
      out: "",
      error: "There is no tenant gone: nothing was done. `cmgen tenant list` shows all.\n",
    });
  });

  it("deletes a tenant once somebody agrees", async () => {
    await tenant("create", "acme");
    await tenant("create", "beta");
    expect(await tenant("drop", "acme")).toEqual({
      code: 4,
      out: "",
      error: "Nothing was deleted: there is no terminal to ask on. To delete without a question, add --force.\n",
    });
    const question = `Delete the tenant acme with all of its objects, in ${shown("acme")}? [y/N] `;
    expect(await cmgen(["tenant", "drop", "acme"], "")).toEqual({ code: 130, out: question, error: "" });
    expect([await states(), await isThere("acme")]).toEqual([["acme ready", "beta ready"], true]);
    expect(await cmgen(["tenant", "drop", "acme"], "yes")).toEqual({
      code: 0,
      out: `${question}Deleted the tenant acme.\n`,
      error: "",
    });
    expect([await states(), await isThere("acme")]).toEqual([["beta ready"], false]);
    expect(JSON.parse((await tenant("drop", "beta", "--force", "--json")).out)).toEqual({ dropped: "beta" });
    expect(await states()).toEqual([]);
  });

  it("finishes a deletion that was begun", async () => {
    await tenant("create", "acme");
    const store = await openStore(url);
    await store.tenants.move("acme", ["ready"], "dropping");
    await store.close();
    expect(await states()).toEqual(["acme dropping"]);
    expect((await tenant("create", "acme")).code).toBe(4);
    expect((await tenant("drop", "acme", "--force")).code).toBe(0);
    expect((await tenant("create", "acme")).code).toBe(0);
  });

  it("migrates all tenants or one, and goes on where one fails", async () => {
    for (const name of ["acme", "beta", "gamma"]) await tenant("create", name);
    await query(tenantUrl(url, "acme"), "CREATE TABLE later (id INTEGER)");
    addMigration("20990101000000_later", "CREATE TABLE later (id INTEGER);");
    expect((await cmgen(["migrate", "deploy"])).code).toBe(0);
    const { code, out, error } = await tenant("migrate");
    expect([code, out]).toEqual([4, "beta: 20990101000000_later\ngamma: 20990101000000_later\n"]);
    expect(error).toMatch(/^acme: Migration 20990101000000_later: .*later.*already exists/);
    expect(error).toMatch(/\n1 of 3 failed: acme\. All others are up to date\.\n$/);
    const listed = await tenant("list");
    expect(listed.out).toMatch(/^acme +failing .*^acme is not served: Migration 20990101000000_later/ms);
    const { tenants } = JSON.parse((await tenant("list", "--json")).out) as { readonly tenants: readonly object[] };
    expect(tenants[0]).toMatchObject({ state: "failing", problem: expect.stringContaining("already exists") });
    expect(tenants[1]).not.toHaveProperty("problem");

    await query(tenantUrl(url, "acme"), "DROP TABLE later");
    expect(JSON.parse((await tenant("migrate", "acme", "--json")).out)).toEqual({
      tenants: [{ name: "acme", applied: ["20990101000000_later"] }],
    });
    expect(await tenant("migrate")).toEqual({
      code: 0,
      out: "acme: up to date\nbeta: up to date\ngamma: up to date\n",
      error: "",
    });
    expect(await states()).toEqual(["acme ready", "beta ready", "gamma ready"]);
  });

  it("moves nothing where there are no nodes", async () => {
    await tenant("create", "acme");
    const { code, out, error } = await tenant("move", "acme", "--to", "worker-2:5432");
    expect([code, out]).toEqual([4, ""]);
    expect(error).toContain(
      engine === "sqlite" ? "a file is moved by stopping the service" : "the database is not a Citus cluster",
    );
  });

  it("works beside a service that runs, which serves what was made and no more what was deleted", async () => {
    const running = await TenantsService.start(built.plugin, url, { madeOnUse: 0 });
    service = running;
    const call = (name: string, method: string, body?: object): ReturnType<TenantsService["send"]> =>
      running.send(name, method, "notes", { body });
    expect((await call("acme", "GET")).status).toBe(404);
    expect(await tenant("create", "acme")).toMatchObject({ code: 0, error: "" });
    expect((await call("acme", "POST", note("one"))).status).toBe(201);
    expect(await states()).toEqual(["acme ready"]);
    expect((await tenant("create", "acme")).code).toBe(4);

    addMigration("20990101000000_later", "CREATE TABLE later (id INTEGER);");
    await cmgen(["migrate", "deploy"]);
    expect(await tenant("migrate")).toEqual({ code: 0, out: "acme: 20990101000000_later\n", error: "" });
    expect((await call("acme", "GET")).status).toBe(200);

    // Somebody who watches does not keep it.
    const watch = await fetch(`${running.server.url}/t/acme/apis/notes.example.com/v1/notes?watch=true`, {
      headers: { authorization: "Test member admins tenant:acme" },
    });
    expect(watch.status).toBe(200);
    expect(await tenant("drop", "acme", "--force")).toEqual({
      code: 0,
      out: "Deleted the tenant acme.\n",
      error: "",
    });
    await watch.text().catch(() => undefined);
    expect([(await call("acme", "GET")).status, await isThere("acme"), await states()]).toEqual([404, false, []]);
    // One of the same name has nothing of the former one.
    await tenant("create", "acme");
    expect((await call("acme", "GET")).body.items).toEqual([]);
  });

  it("leaves a tenant's database to the commands for databases, by its own URL", async () => {
    service = await TenantsService.start(built.plugin, url, { madeOnUse: 0 });
    await tenant("create", "acme");
    for (const name of ["one", "two"])
      expect((await service.send("acme", "POST", "notes", { body: note(name) })).status).toBe(201);
    const about = (...args: readonly string[]): Promise<CommandOutcome> =>
      runCmgen([...args, "--database-url", tenantUrl(url, "acme")], { workingFolder: root });
    const plugin = ["--plugin", fileURLToPath(built.module)];
    expect(await about("doctor", ...plugin)).toMatchObject({
      code: 0,
      out: expect.stringContaining("agrees with itself: 2 objects looked at."),
    });
    expect(await about("migrate", "check", ...plugin)).toMatchObject({
      code: 0,
      out: expect.stringContaining("None of 2 objects"),
    });
    expect(await about("migrate", "status")).toMatchObject({ code: 0, out: expect.stringContaining("is up to date.") });
    // The service's own database has nothing of it.
    expect(await cmgen(["doctor", ...plugin])).toMatchObject({ code: 0, out: expect.stringContaining(": 0 objects") });
  });

  it("says how a service gets tenants, where it has none", async () => {
    cpSync(join(peopleFolder, "prisma"), join(root, "people/prisma"), { recursive: true });
    writeFileSync(join(root, "people/package.json"), '{ "name": "@example/people" }');
    const database = engine === "sqlite" ? `file:${join(root, "people.db")}` : await createDatabase();
    const people = (...args: readonly string[]): Promise<CommandOutcome> =>
      runCmgen([...args, "--database-url", database], { workingFolder: join(root, "people") });
    expect(await people("tenant", "list")).toMatchObject({
      code: 4,
      error: expect.stringContaining("cmgen migrate deploy"),
    });
    await people("migrate", "deploy");
    for (const args of [["list"], ["create", "acme"], ["drop", "acme", "--force"], ["migrate"]])
      expect(await people("tenant", ...args)).toEqual({
        code: 4,
        out: "",
        error: expect.stringMatching(
          /has no table of tenants\. Set `tenants: true` in cmgen\.config\.ts, run `cmgen generate`, and migrate the database\.\n$/,
        ),
      });
  });
});

/** Runs a statement in a database, or in the schema that its URL names. Returns the number of rows. */
async function query(url: string, statement: string): Promise<number> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") {
    const { default: Database } = await import("better-sqlite3");
    const database = new Database(location.file);
    database.exec(statement);
    database.close();
    return 0;
  }
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    if (location.schema !== undefined) await client.query(`SET search_path = "${location.schema}"`);
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
