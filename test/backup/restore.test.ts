import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "cmgen/main";
import { runCmgen, type CommandOutcome } from "../cli/run-cmgen.js";
import { peopleFolder, startPeopleService } from "../people/people-service.js";
import { cmgen, cmgenDone, type CmgenProcess, examined, startCmgen } from "./cmgen-process.js";
import { createPeople, lostOnNextPage, tokensOf, watchFrom } from "./people-calls.js";
import { backupEngines, peoplePlaces, type PeoplePlaces } from "./people-places.js";

const KILLS = Number(process.env["CMGEN_BACKUPS"] ?? 4);

/** The longest time from where a restore begins to write to an early kill. */
const EARLY_MS = 40;

describe.each(backupEngines())("a restore on %s", (engine) => {
  let places: PeoplePlaces;
  let url = "";
  /** With the people whose names begin with `kept`. */
  let backup = "";

  beforeAll(async () => {
    places = await peoplePlaces(engine);
    url = await places.database();
    backup = join(places.folder, "people.backup");
    const service = await startPeopleService({ CMGEN_DATABASE_URL: url });
    await createPeople(service.url, "kept", 300);
    await cmgenDone("backup", backup, "--database-url", url);
    await createPeople(service.url, "lost", 200);
    // Its last commits are in the log alone.
    await service.kill();
  });
  afterAll(() => places.remove());

  const restore = (...args: readonly string[]): Promise<CommandOutcome> =>
    cmgen("restore", ...args, "--database-url", url);
  const namesBeginning = async (place = url): Promise<readonly string[]> => [
    ...new Set([...(await places.names(place))].map((name) => name.replace(/-\d+$/, ""))),
  ];
  const unchanged = async (): Promise<void> => {
    expect(await namesBeginning()).toContain("lost");
    await examined(url);
  };

  it("is refused while a service runs, however it is told to", async () => {
    const service = await startPeopleService({ CMGEN_DATABASE_URL: url });
    const { code, error } = await restore(backup, "--force");
    expect([code, error]).toEqual([
      4,
      expect.stringMatching(/belongs to one process at a time, and process \d+|A service runs on .*Stop it first/),
    ]);
    await service.kill();
    await unchanged();
  });

  it("of a database with objects is agreed to, at a terminal or by --force", async () => {
    expect(await restore(backup)).toMatchObject({
      code: 4,
      error: expect.stringMatching(
        /^Nothing was restored: .* has 50\d objects at revision \d+, and there is no terminal to ask on\..*--force/,
      ),
    });
    const questions: string[] = [];
    const code = await main(["restore", backup, "--database-url", url], {
      workingFolder: peopleFolder,
      columns: 100,
      color: false,
      now: () => new Date(),
      interrupted: () => new AbortController().signal,
      ask: async (question) => {
        questions.push(question);
        return "n";
      },
      out: () => undefined,
      error: () => undefined,
    });
    expect([code, questions]).toEqual([130, ["Replace it, and lose what the backup has not? [y/N] "]]);
    await unchanged();
  });

  it("refuses a file that is not a whole backup", async () => {
    const bytes = readFileSync(backup);
    const files: Record<string, Buffer> = { text: Buffer.from("This is a text. ".repeat(600)), empty: Buffer.alloc(0) };
    for (const part of [0.02, 0.5, 0.95]) files[`cut at ${part}`] = bytes.subarray(0, Math.floor(bytes.length * part));
    files["cut by a byte"] = bytes.subarray(0, -1);
    const damaged = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    damaged.fill(0x5a, middle, middle + 9000);
    files["damaged"] = damaged;
    for (const [name, contents] of Object.entries(files)) {
      const path = join(places.folder, name);
      writeFileSync(path, contents);
      const { code, error } = await restore(path, "--force");
      expect([name, code, error]).toEqual([
        name,
        4,
        expect.stringMatching(/ is (?:not a backup|damaged)| was cut off|^pg_restore: /),
      ]);
    }
    expect(await restore(join(places.folder, "nowhere"))).toMatchObject({
      code: 4,
      error: expect.stringContaining("does not exist"),
    });
    await unchanged();
  });

  it("refuses backups of the other engine, of another plugin and of a later release", async () => {
    const other = join(places.folder, "other");
    writeFileSync(other, engine === "sqlite" ? "PGDMP and more than sixteen bytes" : "SQLite format 3\0 and more");
    expect(await restore(other, "--force")).toMatchObject({
      code: 4,
      error: expect.stringContaining("cmgen export --as-is"),
    });

    const later = join(places.folder, "later release");
    makeRelease(later, { "29990101000000_later": "CREATE TABLE later (id INTEGER);" });
    const newer = await places.database();
    const inLater = (...args: readonly string[]) => runCmgen(args, { workingFolder: later });
    expect(await inLater("migrate", "deploy", "--database-url", newer)).toMatchObject({ code: 0 });
    const fromLater = join(places.folder, "later.backup");
    expect(await inLater("backup", fromLater, "--database-url", newer)).toMatchObject({ code: 0 });
    expect(await restore(fromLater, "--force")).toMatchObject({
      code: 4,
      error: expect.stringContaining(
        "is of a later release: this one does not have its migrations 29990101000000_later",
      ),
    });

    const stranger = join(places.folder, "stranger");
    makeRelease(stranger, { "20200101000000_init": "CREATE TABLE something (id INTEGER);" }, false);
    expect(
      await runCmgen(["restore", backup, "--database-url", await places.database()], { workingFolder: stranger }),
    ).toMatchObject({
      code: 4,
      error: expect.stringContaining("is of another plugin: no migration of this one has been applied to it"),
    });
    await unchanged();

    // The other way round, the service of the later release goes on from there.
    expect(await inLater("restore", backup, "--database-url", newer, "--force")).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        "It is of an earlier release: the service applies 29990101000000_later when it starts",
      ),
    });
  });

  /** Kills a restore while it writes, or as soon as it has written all, unless it ends before. Returns its code, or null where it was killed. */
  const killedAt = async (when: "early" | "late", { kill, ended }: CmgenProcess, copy: string) => {
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted && !(await places.isRestoring(copy))) await delay(1);
    if (when === "early") await delay(Math.random() * EARLY_MS);
    else while (!over.signal.aborted && (await places.isRestoring(copy))) await delay(1);
    if (!over.signal.aborted) kill();
    return (await ended).code;
  };

  it(`that is killed leaves the old database or the new one, ${KILLS} times`, { timeout: 300_000 }, async () => {
    const outcomes: string[] = [];
    let killed = 0;
    // One that was done before its kill came is looked at as well, and counts for nothing.
    for (let round = 0; killed < KILLS; round += 1) {
      expect(round, outcomes.join(", ")).toBeLessThan(5 * KILLS);
      const copy = await places.copy(url);
      const running = startCmgen(["restore", backup, "--force", "--database-url", copy]);
      const code = await killedAt(round % 2 === 0 ? "early" : "late", running, copy);
      if (code === null) killed += 1;
      await places.settled(copy);
      const names = await places.names(copy);
      const [kept, lost] = ["kept", "lost"].map(
        (name) => [...names].filter((each) => each.startsWith(`${name}-`)).length,
      );
      expect([
        [300, 200],
        [300, 0],
      ]).toContainEqual([kept, lost]);
      if (code === 0) expect(lost).toBe(0);
      await examined(copy);
      // Nothing of it is in the way of a service.
      const service = await startPeopleService({ CMGEN_DATABASE_URL: copy });
      await createPeople(service.url, "after", 1);
      expect(await service.stop()).toBe(0);
      outcomes.push(`${code === null ? "killed" : "done"}: ${lost === 0 ? "new" : "old"}`);
    }
    process.stdout.write(`${engine}: ${outcomes.join(", ")}\n`);
    // As it was while a service ran: the copies are of a killed one.
    await unchanged();
  });

  it("gives nobody a past that is gone", async () => {
    const place = await places.database();
    let service = await startPeopleService({ CMGEN_DATABASE_URL: place });
    await createPeople(service.url, "kept", 20);
    const kept = await tokensOf(service.url);
    const made = join(places.folder, "tokens.backup");
    await cmgenDone("backup", made, "--database-url", place);
    await createPeople(service.url, "lost", 20);
    const lost = await tokensOf(service.url);
    expect(await watchFrom(service.url, lost.revision)).toBe(200);
    expect(await lostOnNextPage(service.url, lost.next)).not.toEqual([]);
    expect(await service.stop()).toBe(0);

    await cmgenDone("restore", made, "--database-url", place, "--force");
    service = await startPeopleService({ CMGEN_DATABASE_URL: place });
    const all = async () => [
      await watchFrom(service.url, kept.revision),
      await watchFrom(service.url, lost.revision),
      await lostOnNextPage(service.url, lost.next),
    ];
    expect(await all()).toEqual([200, 410, []]);
    // The same revisions again, and more.
    await createPeople(service.url, "new", 40);
    expect(await all()).toEqual([200, 410, []]);
    expect(await service.stop()).toBe(0);
    await examined(place);
  });
});

/** A plugin with the people's migrations, or without them, and with others. */
function makeRelease(folder: string, migrations: Readonly<Record<string, string>>, isOfPeople = true): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "@example/people" }');
  cpSync(join(peopleFolder, "prisma"), join(folder, "prisma"), { recursive: true });
  for (const place of ["prisma/migrations", "prisma/postgresql/migrations"]) {
    if (!isOfPeople) rmSync(join(folder, place), { recursive: true });
    for (const [name, sql] of Object.entries(migrations)) {
      mkdirSync(join(folder, place, name), { recursive: true });
      writeFileSync(join(folder, place, name, "migration.sql"), sql);
    }
  }
}
