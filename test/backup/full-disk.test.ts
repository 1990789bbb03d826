import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPeopleService } from "../people/people-service.js";
import { cmgen, cmgenDone, examined, startCmgen } from "./cmgen-process.js";
import { createPeople } from "./people-calls.js";
import { backupEngines, peoplePlaces, type PeoplePlaces } from "./people-places.js";

/** A folder that has a megabyte, as a file system of its own; undefined where this user may not mount one. */
function smallDisk(): { readonly folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-small-"));
  const options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder];
  if (process.platform !== "linux" || spawnSync("mount", options).status !== 0) {
    rmSync(folder, { recursive: true });
    process.stderr.write("\nSKIPPED: a full disk: this user may not mount one\n\n");
    return undefined;
  }
  return {
    folder,
    remove: () => {
      execFileSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

const disk = smallDisk();
afterAll(() => disk?.remove());

describe.each(backupEngines())("on %s", (engine) => {
  const isFile = engine === "sqlite";
  let places: PeoplePlaces;
  let url = "";

  beforeAll(async () => {
    places = await peoplePlaces(engine);
    url = await places.database();
    const service = await startPeopleService({ CMGEN_DATABASE_URL: url });
    await createPeople(service.url, "kept", 900, () => Math.random().toString(36));
    expect(await service.stop()).toBe(0);
  });
  afterAll(() => places.remove());

  it.skipIf(disk === undefined)("a backup on a disk that is full says so, and leaves nothing there", async () => {
    const folder = disk?.folder ?? "";
    expect(await cmgen("backup", join(folder, "people.backup"), "--database-url", url)).toMatchObject({
      code: 4,
      out: "",
      error: expect.stringMatching(/people\.backup cannot be written, and nothing is left of it: .*full|No space left/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!isFile || disk === undefined)("so does a restore, and the database is as it was", async () => {
    const small = join(disk?.folder ?? "", "people.db");
    await cmgenDone("migrate", "deploy", "--database-url", small);
    const backup = join(places.folder, "large.backup");
    await cmgenDone("backup", backup, "--database-url", url);
    expect(await cmgen("restore", backup, "--database-url", small, "--force")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/full/),
    });
    expect(readdirSync(disk?.folder ?? "").filter((name) => name.includes(".part"))).toEqual([]);
    await examined(small);
    for (const name of readdirSync(disk?.folder ?? "")) rmSync(join(disk?.folder ?? "", name));
  });

  it.skipIf(!isFile || process.getuid?.() !== 0)(
    "a restore by another user than the service's is refused",
    async () => {
      const folder = join(places.folder, "of another");
      mkdirSync(folder);
      const file = join(folder, "people.db");
      await cmgenDone("migrate", "deploy", "--database-url", file);
      const backup = join(places.folder, "any.backup");
      await cmgenDone("backup", backup, "--database-url", url);
      chownSync(file, 4711, 4711);
      expect(await cmgen("restore", backup, "--database-url", file, "--force")).toMatchObject({
        code: 4,
        error: expect.stringContaining(
          "it belongs to the user 4711, and this is the user 0. Run this as the service's user",
        ),
      });
      expect(statSync(file).uid).toBe(4711);
    },
  );

  it.skipIf(!isFile)("a backup is never written over a database, nor beside what is left of one", async () => {
    expect(await cmgen("backup", url, "--database-url", url, "--force")).toMatchObject({
      code: 3,
      error: expect.stringContaining("is the database itself"),
    });
    const other = await places.database();
    const service = await startPeopleService({ CMGEN_DATABASE_URL: other });
    expect(await cmgen("backup", other, "--database-url", url, "--force")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/-wal exists: .* is a database that is in use, or what is left of one/),
    });
    expect(await service.stop()).toBe(0);
  });

  it("a backup that is interrupted leaves nothing", { timeout: 60_000 }, async () => {
    const backup = join(places.folder, "interrupted.backup");
    const running = startCmgen(["backup", backup, "--database-url", url]);
    const appeared = (): boolean => readdirSync(places.folder).some((name) => name.startsWith("interrupted.backup."));
    await expect.poll(appeared, { interval: 1 }).toBe(true);
    running.interrupt();
    const { code, written } = await running.ended;
    expect([code, written]).toEqual([130, expect.stringContaining("interrupted.backup was not made.")]);
    expect(readdirSync(places.folder).filter((name) => name.startsWith("interrupted"))).toEqual([]);
  });
});
