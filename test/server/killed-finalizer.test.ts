import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";
import { ServiceProcess } from "./service-process.js";

const script = fileURLToPath(new URL("finalizer-process.mjs", import.meta.url));
const collection = "/apis/people.example.com/v1alpha1/people";

describe.each(databases)("a controller with a finalizer on %s", (database) => {
  let folder = "";
  let files = "";
  let databaseUrl = "";
  let running: ServiceProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-finalizer-"));
    files = join(folder, "files");
    await mkdir(files);
    databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
  });
  afterEach(async () => {
    await running?.end("SIGKILL");
    await rm(folder, { recursive: true });
  });

  const start = async (killedAt: string): Promise<string> => {
    running = new ServiceProcess([script, databaseUrl, files, killedAt]);
    return running.url();
  };
  const create = async (url: string): Promise<void> => {
    const body = JSON.stringify({ metadata: { name: "dan" }, spec: { name: "Dan" } });
    const headers = { "content-type": "application/json" };
    expect((await fetch(url + collection, { method: "POST", headers, body })).status).toBe(201);
  };
  const remove = async (url: string): Promise<number> =>
    (await fetch(`${url}${collection}/dan`, { method: "DELETE" })).status;

  it.each(["before the work", "after the work"])("leaves nothing behind when it is killed %s", async (killedAt) => {
    await create(await start(killedAt));
    await running?.ended;
    // Nobody leads while the object is deleted.
    const url = await start("never");
    expect(await remove(url)).toBe(200);
    await expect.poll(async () => (await fetch(`${url}${collection}/dan`)).status, { timeout: 10_000 }).toBe(404);
    expect(await readdir(files)).toEqual([]);
  });

  it.each(["before the cleanup", "after the cleanup"])("goes on when it is killed %s", async (killedAt) => {
    const first = await start(killedAt);
    await create(first);
    await expect.poll(() => readdir(files), { timeout: 5000 }).toEqual(["dan"]);
    expect(await remove(first)).toBe(200);
    await running?.ended;
    const url = await start("never");
    await expect.poll(async () => (await fetch(`${url}${collection}/dan`)).status, { timeout: 10_000 }).toBe(404);
    expect(await readdir(files)).toEqual([]);
  });
});
