import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPeopleClient,
  type PeopleClient,
  type StoredPerson,
} from "../../examples/people/src/generated/v1alpha1/client.js";
import { startPeopleService, type PeopleService } from "../people/people-service.js";
import { lacksPrograms } from "./lacks-programs.js";
import { runPageSession } from "./page-session.js";

describe.skipIf(lacksPrograms("a backup on SQLite", ["sqlite3"]))("a backup of a running service on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-backup-"));
  const database = join(folder, "people.db");
  const backup = join(folder, "backup.db");
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

  it("has every object that was acknowledged before it, and is restored as the page says", async () => {
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
    const places = { ".data/people.db": database, "backup.db": backup };
    try {
      await runPageSession("console backup-sqlite", { places });
    } finally {
      writing.on = false;
      await Promise.all(writers);
    }

    await people.deleteMany({});
    expect(await everybody()).toEqual(new Map());
    await runPageSession("console restore-sqlite", {
      places,
      systemctl: async (verb) => {
        if (verb === "start") await start();
        else expect(await service.stop()).toBe(0);
      },
    });
    expect(await everybody()).toEqual(before);
    // What a restored service says of itself is consistent, and it takes writes.
    expect((await people.create({ metadata: { name: "after" }, spec: { name: "After" } })).metadata.version).toBe(1);
  });
});
