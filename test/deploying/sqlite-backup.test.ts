import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPeopleClient,
  type PeopleClient,
  type StoredPerson,
} from "../../examples/people/src/generated/v1alpha1/client.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { peopleFolder, startPeopleService, type PeopleService } from "../people/people-service.js";
import { pageBlock, replaceIn } from "./page-block.js";
import { runPageSession } from "./page-session.js";

describe("a backup of a running service on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-backup-"));
  const database = join(folder, "people.db");
  const backup = join(folder, "people.backup");
  let service: PeopleService;
  let people: PeopleClient;

  async function start(): Promise<void> {
    service = await startPeopleService({ CMGEN_DATABASE_URL: `file:${database}` });
    people = createPeopleClient({ baseUrl: service.url });
  }

  async function everybody(): Promise<ReadonlyMap<string, StoredPerson>> {
    const { items } = await people.list({ where: { "metadata.name": { startsWith: "guest-" } } });
    return new Map(items.map((person) => [person.metadata.name, person]));
  }

  beforeAll(start);

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    "has every object that was acknowledged before it, and is restored as the page says",
    { timeout: 180_000 },
    async () => {
      const guests = Array.from({ length: 50 }, (_, at) => `guest-${at}`);
      for (const name of guests) {
        await people.create({
          metadata: { name, labels: { "example.com/at": name } },
          spec: { name, tags: ["a", name] },
        });
      }
      await people.delete("guest-7");
      await people.update("guest-8", { spec: { age: 8 } });
      const before = await everybody();

      // Others go on writing meanwhile. How many objects there are in the end differs from run to run.
      const writing = { on: true };
      const writers = [1, 2, 3].map(async (writer) => {
        for (let at = 0; writing.on; at++) {
          const name = `writer-${writer}-${at}`;
          await people.create({ metadata: { name }, spec: { name } });
        }
      });
      const env = { CMGEN_DATABASE_URL: `file:${database}` };
      const places = { "people.backup": backup };
      try {
        await runPageSession("console backup-sqlite", { places: { ...places, ".data/people.db": database }, env });
      } finally {
        writing.on = false;
        await Promise.all(writers);
      }
      await runPageSession("console doctor-sqlite", { places });

      await people.deleteMany({});
      expect(await everybody()).toEqual(new Map());
      await runPageSession("console restore-sqlite", {
        places: { ...places, ".data/people.db": database },
        env,
        systemctl: async (verb) => {
          if (verb === "start") await start();
          else expect(await service.stop()).toBe(0);
        },
      });
      expect(await everybody()).toEqual(before);
      // What a restored service says of itself is consistent, and it takes writes.
      expect((await people.create({ metadata: { name: "after" }, spec: { name: "After" } })).metadata.version).toBe(1);
    },
  );

  it.skipIf(process.platform === "win32")("is made every night, and deleted when it is old", async () => {
    const nightly = replaceIn(pageBlock("crontab nightly"), {
      "/srv/people": peopleFolder,
      "npx --no-install cmgen": `${process.execPath} ${join(repositoryRoot, "packages/cli/bin/cmgen.js")}`,
      "/var/backups/people": folder,
    });
    // To cron a percent sign is the end of the command, unless it has a backslash.
    const commands = nightly
      .trim()
      .split("\n")
      .map((line) => line.replace(/^(?:\S+ ){5}/, "").replaceAll("\\%", "%"));
    for (const name of ["2020-01-01.backup", "2020-01-02.backup.77.part", "2020-01-01.txt"]) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), 1_577_836_800, 1_577_836_800);
    }
    for (const command of commands)
      execFileSync("sh", ["-c", command], { env: { ...process.env, CMGEN_DATABASE_URL: `file:${database}` } });
    const left = readdirSync(folder).filter((name) => name.startsWith("2"));
    expect(left).toEqual(["2020-01-01.txt", expect.stringMatching(/^20\d\d-\d\d-\d\d\.backup$/)]);
  });
});
