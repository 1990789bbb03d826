import { chmodSync, existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationStatus } from "../migrate/migration-status.js";
import { openWriter } from "./database.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cmgen-open-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("makes the .data of a plugin", () => {
  openWriter(join(folder, ".data", "people.db")).close();
  expect(existsSync(join(folder, ".data", "people.db"))).toBe(true);
});

it("makes a file that its own user alone can read, with those beside it, and leaves one that is there as it is", () => {
  const before = process.umask(0o022);
  try {
    const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
    const file = join(folder, "secret.db");
    const database = openWriter(file);
    database.exec("CREATE TABLE secrets (text TEXT)");
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(["600", "600", "600"]);
    database.close();
    chmodSync(file, 0o640);
    openWriter(file).close();
    expect(modeOf(file)).toBe("640");
  } finally {
    process.umask(before);
  }
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
