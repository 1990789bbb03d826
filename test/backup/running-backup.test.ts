import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PeopleService, startPeopleService } from "../people/people-service.js";
import { cmgen, cmgenDone, examined, startCmgen } from "./cmgen-process.js";
import { gapsIn, NumberedWriter } from "./numbered-writer.js";
import { backupEngines, HOSTILE, peoplePlaces, type PeoplePlaces } from "./people-places.js";

/** How many backups are made, and how many are killed; `npm run soak -- backups` asks for twenty. */
const BACKUPS = Number(process.env["CMGEN_BACKUPS"] ?? 4);
const KILLS = BACKUPS;

describe.each(backupEngines())("backups on %s, while a service writes", (engine) => {
  let places: PeoplePlaces;
  let service: PeopleService;
  let url = "";
  const writers: readonly NumberedWriter[] = [1, 2, 3, 4].map((number) => new NumberedWriter(`w${number}`));
  let writing: Promise<unknown>;

  beforeAll(async () => {
    places = await peoplePlaces(engine);
    url = await places.database();
    service = await startPeopleService({ CMGEN_DATABASE_URL: url });
    writing = Promise.all(writers.map((writer) => writer.write(service.url)));
    await vi.waitFor(() => expect(Math.min(...writers.map((each) => each.written.acknowledged))).toBeGreaterThan(20), {
      timeout: 20_000,
    });
  });
  afterAll(async () => {
    for (const writer of writers) writer.stop();
    await writing;
    expect(await service.stop()).toBe(0);
    await places.remove();
  });

  it(`have what was acknowledged before, and nothing torn, ${BACKUPS} times`, { timeout: 300_000 }, async () => {
    let before = 0;
    for (let round = 0; round < BACKUPS; round += 1) {
      const backup = join(places.folder, `${round} ${HOSTILE}.backup`);
      const written = writers.map((writer) => writer.written);
      const printed = await cmgenDone("backup", backup, "--database-url", url);
      const opened = await places.opened(backup, url);
      const names = await places.names(opened);
      expect(written.flatMap((each) => gapsIn(names, each))).toEqual([]);
      expect(printed).toMatch(
        new RegExp(String.raw` has ${names.size} objects at revision \d+ of .*: [\d.]+ [kM]B, [\d.]+ s\.\n$`),
      );
      await examined(opened);
      if (process.platform !== "win32") expect(statSync(backup).mode & 0o777).toBe(0o600);
      expect(names.size).toBeGreaterThan(before);
      before = names.size;
    }
  });

  it(`are there whole, or not at all, when they are killed, ${KILLS} times`, { timeout: 300_000 }, async () => {
    const begun = performance.now();
    const first = join(places.folder, "first.backup");
    expect((await startCmgen(["backup", first, "--database-url", url]).ended).code).toBe(0);
    const longest = performance.now() - begun;
    let killed = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const name = `killed ${round}.backup`;
      const backup = join(places.folder, name);
      const running = startCmgen(["backup", backup, "--database-url", url]);
      const timer = setTimeout(running.kill, longest * (0.3 + 0.7 * Math.random()));
      const { code } = await running.ended;
      clearTimeout(timer);
      if (code === null) killed += 1;
      const left = readdirSync(places.folder).filter((each) => each.startsWith(name));
      expect(left.filter((each) => each !== name && !/\.\d+\.part(-journal|-wal|-shm)?$/.test(each))).toEqual([]);
      if (left.includes(name)) await examined(await places.opened(backup, url));
    }
    expect(killed).toBeGreaterThan(KILLS / 4);
  });

  it("replace no file that is there, unless they are told to", async () => {
    const backup = join(places.folder, "there.backup");
    await cmgenDone("backup", backup, "--database-url", url);
    const { ino } = statSync(backup);
    expect(await cmgen("backup", backup, "--database-url", url)).toMatchObject({
      code: 4,
      error: expect.stringMatching(/there\.backup exists\. Name another file, or replace it with --force\.\n$/),
    });
    expect(statSync(backup).ino).toBe(ino);
    await cmgenDone("backup", backup, "--database-url", url, "--force");
    expect(statSync(backup).ino).not.toBe(ino);
    expect(readdirSync(places.folder).filter((name) => name.startsWith("there.backup."))).toEqual([]);
  });
});
