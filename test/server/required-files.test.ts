import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { silentLog, startServer, type Plugin, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { peopleFolder } from "../people/people-service.js";
import { collection } from "./rule.js";
import { ServiceProcess } from "./service-process.js";

/** What docs/server.md says that a service needs. */
const files = ["dist", "prisma", "extensions", "openapi.json", "package.json"];

describe("a service started from a copy", () => {
  let folder: string;
  let copy: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-copy-"));
    await symlink(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  let copies = 0;
  beforeEach(async () => {
    warnings = [];
    copy = join(folder, `people service #${copies++} 100%`);
    await mkdir(copy);
    for (const file of files) await cp(join(peopleFolder, file), join(copy, file), { recursive: true });
  });

  const remove = (...path: string[]): Promise<void> => rm(join(copy, ...path), { recursive: true });
  /** Started where none of its files is. */
  const start = (environment: Readonly<Record<string, string>> = {}): ServiceProcess =>
    new ServiceProcess([join(copy, "dist", "generated", "server.js")], environment, tmpdir());
  /** Starts it in this process: what is about its code, its output and its folder starts one. */
  const startHere = async (databaseUrl = ":memory:"): Promise<RunningServer> => {
    // Vitest takes what is behind a # in a path for a query, and Node.js follows the link.
    const link = join(folder, `link-${copies}`);
    if (!existsSync(link)) await symlink(copy, link);
    const module = pathToFileURL(join(link, "dist", "generated", "plugin.js")).href;
    const { plugin } = (await import(module)) as { readonly plugin: Plugin };
    const log = { ...silentLog, warn: (fields: object, msg: string) => void warnings.push({ ...fields, msg }) };
    const server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log });
    await server.started;
    return server;
  };
  let warnings: object[] = [];
  /** Why it does not start, as it is printed. */
  const refusalHere = async (databaseUrl?: string): Promise<string> => {
    const reason: unknown = await startHere(databaseUrl).catch((error: unknown) => error);
    return reason instanceof Error ? `${reason.message}\n` : "It started.";
  };
  const refusal = (...lines: readonly string[]): string =>
    [
      "The service lacks files:",
      ...lines,
      "Copy them from the folder in which the service was generated and built.",
      "",
    ].join("\n");
  const migrationLine = (path: string, engine = "sqlite"): string =>
    `- ${path}: a migration of ${engine}; \`cmgen generate\` writes it if \`databases\` in cmgen.config.ts has ${engine}`;
  const total = async (url: string): Promise<unknown> =>
    ((await (await fetch(`${url}${collection}`)).json()) as { total: number }).total;

  it("runs with the files that the documentation lists, whatever the working directory", async () => {
    const service = start();
    const url = await service.url();
    await expect.poll(() => total(url), { timeout: 20_000 }).toBe(3);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    const { code, error, log } = await service.end("SIGTERM");
    expect([code, error, log.filter(({ level }) => level !== "info")]).toEqual([0, "", []]);
    expect(existsSync(join(copy, ".data", "people.db"))).toBe(true);
  });

  it("names everything that is missing at once, and leaves nothing behind", async () => {
    await remove("prisma", "migrations");
    await remove("extensions");
    const { code, error, log } = await start().ended;
    expect([code, log, error]).toEqual([
      1,
      [],
      refusal(
        migrationLine(join(copy, "prisma", "migrations")),
        `- ${join(copy, "extensions")}: the manifests of the plugin people; leave the folder empty to start without its objects`,
      ),
    ]);
    expect(existsSync(join(copy, ".data"))).toBe(false);
  });

  it("needs the migrations of the database in use only", async () => {
    await remove("prisma", "postgresql");
    await (await startHere()).close();
    const migrations = join(copy, "prisma", "postgresql", "migrations");
    const refused = await refusalHere("postgresql://127.0.0.1:1/people");
    expect(refused).toBe(refusal(migrationLine(migrations, "postgresql")));
  });

  it("names the script that a migration lacks, and a folder that has no migrations", async () => {
    const migrations = join(copy, "prisma", "migrations");
    const names = readdirSync(migrations);
    const [name = ""] = names;
    await remove("prisma", "migrations", name, "migration.sql");
    expect(await refusalHere()).toBe(refusal(migrationLine(join(migrations, name, "migration.sql"))));
    for (const each of names) await remove("prisma", "migrations", each);
    expect(await refusalHere()).toBe(refusal(migrationLine(migrations)));
  });

  it("starts without migrations where it is not to migrate, and says that it could not check", async () => {
    const first = start();
    await first.url();
    await first.end("SIGTERM");
    await remove("prisma");
    const service = start({ CMGEN_MIGRATE: "false" });
    const url = await service.url();
    await expect.poll(() => total(url), { timeout: 20_000 }).toBe(3);
    expect((await service.end("SIGTERM")).log).toContainEqual(
      expect.objectContaining({
        level: "warn",
        missing: [join(copy, "prisma", "migrations")],
        msg: "cannot check whether the database is up to date",
      }),
    );
    const other = start({ CMGEN_MIGRATE: "false", CMGEN_DATABASE_URL: `file:${join(copy, "other.db")}` });
    expect((await other.ended).error).toMatch(
      /^The database file .*other\.db does not exist: .* `cmgen migrate deploy`\.$/m,
    );
  });

  it("starts without manifests where their folder is empty", async () => {
    await remove("extensions");
    await mkdir(join(copy, "extensions"));
    const server = await startHere();
    expect(await total(server.url)).toBe(0);
    await server.close();
  });

  it("starts without the folder where code from before does not say that there was one", async () => {
    const plugin = join(copy, "dist", "generated", "plugin.js");
    const text = await readFile(plugin, "utf8");
    expect(text).toContain("manifests: true");
    await writeFile(plugin, text.replace("manifests: true,", ""));
    await remove("extensions");
    const server = await startHere();
    expect(await total(server.url)).toBe(0);
    await server.close();
  });

  it("warns where the OpenAPI document is missing", async () => {
    await remove("openapi.json");
    const server = await startHere();
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(404);
    await server.close();
    expect(warnings).toContainEqual(expect.objectContaining({ missing: join(copy, "openapi.json") }));
  });
});
