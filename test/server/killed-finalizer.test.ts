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

/** The status of an answer; undefined where the process was killed before it was sent: the controller begins as soon as the write is committed. */
async function answered(url: string, init: RequestInit): Promise<number | undefined> {
  return fetch(url, init).then(
    ({ status }) => status,
    () => undefined,
  );
}

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

  const start = (killedAt: string): ServiceProcess => {
    running = new ServiceProcess([script, databaseUrl, files, killedAt]);
    return running;
  };

  it("leaves nothing behind, whichever step it is killed in", { timeout: 60_000 }, async () => {
    const first = start("before the work");
    const body = JSON.stringify({ metadata: { name: "dan" }, spec: { name: "Dan" } });
    const headers = { "content-type": "application/json" };
    const created = await answered((await first.url()) + collection, { method: "POST", headers, body });
    expect([undefined, 201]).toContain(created);
    await first.ended;
    expect(await readdir(files)).toEqual([]);
    await start("after the work").ended;
    expect(await readdir(files)).toEqual(["dan"]);
    const third = start("before the cleanup");
    expect([undefined, 200]).toContain(await answered(`${await third.url()}${collection}/dan`, { method: "DELETE" }));
    await third.ended;
    expect(await readdir(files)).toEqual(["dan"]);
    await start("after the cleanup").ended;
    expect(await readdir(files)).toEqual([]);
    const url = await start("never").url();
    await expect.poll(async () => (await fetch(`${url}${collection}/dan`)).status, { timeout: 10_000 }).toBe(404);
    expect(await readdir(files)).toEqual([]);
  });
});
