import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationStatus } from "../migrate/migration-status.js";
import { openWriter } from "./database.js";

/** Holds the write lock of a file that is not in WAL mode yet for a moment. */
const HOLD = `
  const { parentPort, workerData } = require("node:worker_threads");
  const database = new (require("better-sqlite3"))(workerData);
  database.exec("CREATE TABLE t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)");
  parentPort.postMessage("held");
  setTimeout(() => { database.exec("COMMIT"); database.close(); }, 200);
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cmgen-open-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("waits for another that writes to a new file, and then is in WAL mode", async () => {
  const file = join(folder, "new.db");
  const holder = new Worker(HOLD, { eval: true, workerData: file });
  const gone = new Promise((resolve) => holder.once("exit", resolve));
  await new Promise((resolve) => holder.once("message", resolve));
  const database = openWriter(file);
  expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
  expect(database.prepare("SELECT count(*) AS count FROM t").get()).toEqual({ count: 1 });
  database.close();
  await gone;
});

it("makes the .data of a plugin", () => {
  openWriter(join(folder, ".data", "people.db")).close();
  expect(existsSync(join(folder, ".data", "people.db"))).toBe(true);
});

it.each([
  ["vloume/people.db", "vloume"],
  ["plugins/people/.data/people.db", "plugins/people"],
])("makes no other folder: %s", async (file, missing) => {
  const said = `the folder ${join(folder, missing)} does not exist; create it, or correct the path`;
  expect(() => openWriter(join(folder, file))).toThrow(said);
  await expect(migrationStatus(join(folder, file), [])).rejects.toThrow(said);
  expect(existsSync(join(folder, missing))).toBe(false);
});
