import { plugins } from "@cmgen-examples/two-plugins";
import { createConsoleApiClient as issuesConsole, createIssuesClient } from "@cmgen-examples/issues-plugin/client";
import {
  createConsoleApiClient as projectsConsole,
  createProjectsClient,
} from "@cmgen-examples/projects-plugin/client";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { ApiProblem } from "@cmgen/client";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "../server/people-server.js";

const root = new URL("../../examples/two-plugins/", import.meta.url);
const soon = { timeout: 20_000 };

async function start(databaseUrl: string): Promise<RunningServer> {
  const server = await startServer({ plugins, root, port: 0, databaseUrl, log: silentLog });
  await server.started;
  return server;
}

describe.each(databases)("the example of two plugins on %s", (database) => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-two-plugins-"));
  let databaseUrl: string;
  let server: RunningServer;
  beforeAll(async () => {
    databaseUrl = database === "sqlite" ? `file:${join(folder, "two-plugins.db")}` : await createDatabase();
    server = await start(databaseUrl);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const projects = () => createProjectsClient({ baseUrl: server.url });
  const issues = () => createIssuesClient({ baseUrl: server.url });
  const add = (name: string, project: string) =>
    issues().create({ metadata: { name }, spec: { title: `Issue ${name}`, project } });

  it("starts both plugins, and counts the issues of one in the projects of the other", async () => {
    expect(server.plugins.map(({ name, state }) => [name, state])).toEqual([
      ["two-plugins", "started"],
      ["projects-plugin", "started"],
      ["issues-plugin", "started"],
    ]);
    const status = async () => (await projects().get("website")).status;
    await expect.poll(status, soon).toEqual({ open: 1, closed: 0 });
    await add("slow-search", "website");
    await expect.poll(status, soon).toEqual({ open: 2, closed: 0 });
    await issues().update("slow-search", { spec: { state: "closed" } });
    await expect.poll(status, soon).toEqual({ open: 1, closed: 1 });
    await issues().delete("slow-search");
    await expect.poll(status, soon).toEqual({ open: 1, closed: 0 });
  });

  it("serves typed endpoints of both styles, and refuses what they do not take", async () => {
    await projects().create({ metadata: { name: "app" }, spec: { title: "The app" } });
    for (const name of ["crash", "icon", "typo"]) await add(name, "app");
    const busiest = () => projectsConsole({ baseUrl: server.url }).get("/projects/busiest", { query: { limit: 1 } });
    await expect.poll(busiest, soon).toEqual([{ name: "app", open: 3 }]);
    const { post } = issuesConsole({ baseUrl: server.url });
    expect(await post("/issues/closing", { body: { project: "app" } })).toEqual({ closed: 3 });
    await expect.poll(async () => (await projects().get("app")).status, soon).toEqual({ open: 0, closed: 3 });
    const refused: unknown = await post("/issues/closing", { body: { project: "" } }).catch((error: unknown) => error);
    expect(refused instanceof ApiProblem && refused.errors.map(({ path }) => path)).toEqual(["/project"]);
  });

  it("deletes a project's issues before the project", async () => {
    await projects().create({ metadata: { name: "shed" }, spec: { title: "A shed" } });
    for (const name of ["roof", "door"]) await add(name, "shed");
    await expect.poll(async () => (await projects().get("shed")).status?.open, soon).toBe(2);
    const { metadata } = await projects().delete("shed");
    expect([metadata.deletionTimestamp !== undefined, metadata.finalizers]).toEqual([
      true,
      ["issues.example.com/issues"],
    ]);
    await expect.poll(() => projects().exists("shed"), soon).toBe(false);
    expect((await issues().list({ where: { "spec.project": "shed" } })).total).toBe(0);
  });

  it("keeps what a user changed in a manifest's object when it starts again", async () => {
    await projects().update("website", { spec: { title: "The old website" } });
    const { metadata, spec } = await projects().get("website");
    expect(metadata.annotations).toHaveProperty(["cmgen.dev/last-applied"]);
    await server.close();
    server = await start(databaseUrl);
    expect((await projects().get("website")).spec).toEqual(spec);
  });
});
