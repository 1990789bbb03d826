import { copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { silentLog, type RunningServer } from "@cmgen/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exchange } from "./exchange.js";
import { startPeople } from "./people-server.js";
import { assertProblem, send } from "./rule.js";

describe("an SQLite file under a running service", () => {
  let folder = "";
  let file = "";
  let server: RunningServer;
  const log: string[] = [];
  beforeEach(async () => {
    log.length = 0;
    folder = await mkdtemp(join(tmpdir(), "cmgen-lost-file-"));
    file = join(folder, "people.db");
    const note = (...line: readonly unknown[]): void => void log.push(inspect(line, { depth: 8 }));
    const logs = { ...silentLog, warn: note, error: note };
    server = await startPeople("sqlite", { databaseUrl: `file:${file}`, log: logs });
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const create = (name: string) => exchange(server.url, send("POST", "", { metadata: { name }, spec: { name } }));
  const readiness = async (): Promise<number> =>
    (await exchange(server.url, { method: "GET", path: "/readyz" })).status;

  it.each<[string, () => Promise<void>]>([
    ["deleted", () => rm(file)],
    ["deleted with all that is beside it", () => rm(folder, { recursive: true })],
    ["moved away", () => rename(file, join(folder, "old.db"))],
    [
      "replaced by a copy",
      async () => {
        await copyFile(file, join(folder, "copy.db"));
        await rename(join(folder, "copy.db"), file);
      },
    ],
    ["robbed of its log", () => rm(`${file}-wal`)],
  ])("that is %s takes no write that is lost, and the service is not ready", async (_, lose) => {
    expect((await create("before")).status).toBe(201);
    await lose();
    // Nobody has looked yet: what is committed now is found to be nowhere.
    expect((await create("first")).status).toBeGreaterThanOrEqual(500);
    const refused = await create("second");
    assertProblem(refused);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    expect(refused.bytes.toString()).not.toContain(folder);
    expect(await readiness()).toBe(503);
    expect(server.unready().join(" ")).toMatch(/people\.db(-wal)? was (deleted|replaced)/);
    expect(server.unready().join(" ")).not.toContain(folder);
    expect((await exchange(server.url, { method: "GET", path: "/healthz" })).status).toBe(200);
  });

  it.each<[string, () => Promise<void>]>([
    ["deleted", () => rm(file)],
    ["deleted with all that is beside it", () => rm(folder, { recursive: true })],
  ])("that is %s refuses a list of everything, and says in its log why", async (_, lose) => {
    expect((await create("before")).status).toBe(201);
    await lose();
    const list = await exchange(server.url, { method: "GET", path: "/apis/people.example.com/v1alpha1/people?size=0" });
    assertProblem(list);
    expect([list.status, list.headers["retry-after"]]).toEqual([503, "2"]);
    expect(log.join("\n")).toMatch(/unable to open database file/);
    expect(log.join("\n")).not.toContain("[object Object]");
  });

  it("is noticed to be gone when nothing is written", async () => {
    await rename(file, join(folder, "old.db"));
    await expect.poll(readiness).toBe(503);
  });

  it("that is put back is served again", async () => {
    await rename(file, join(folder, "old.db"));
    await expect.poll(readiness).toBe(503);
    await rename(join(folder, "old.db"), file);
    await expect.poll(readiness).toBe(200);
    expect((await create("after")).status).toBe(201);
  });
});
