import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { peopleFolder, startPeopleService } from "../people/people-service.js";
import { createDatabase } from "../postgres/create-database.js";
import { PeopleWriter } from "./people-writer.js";
import { databases } from "../tier.js";

/** How often the service is killed on each database; `npm run soak -- crash` asks for a hundred. */
const rounds = Number(process.env["CMGEN_CRASHES"] ?? 5);
const WRITERS = 8;

/** Longest time from the first acknowledged writes to the end, in milliseconds. */
const LONGEST = 600;

const run = promisify(execFile);
const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");

/** What `cmgen doctor` says of a people database. It throws where it ends otherwise than with 0. */
async function doctor(url: string): Promise<unknown> {
  const args = [cmgen, "doctor", "--json", "--no-drift", "--database-url", url];
  return JSON.parse((await run(process.execPath, args, { cwd: peopleFolder })).stdout);
}

describe.each(databases)("a service on %s that is killed while it writes", (engine) => {
  it(`has every acknowledged write, ${rounds} times`, { timeout: 60_000 + rounds * 20_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "cmgen-crash-"));
    const url = engine === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    const writers = Array.from({ length: WRITERS }, (_, number) => new PeopleWriter(`writer${number}`));
    try {
      for (let round = 0; round < rounds; round += 1) await killWhileWriting(url, writers);
      const service = await startPeopleService({ CMGEN_DATABASE_URL: url });
      expect(await lostTo(service.url, writers)).toEqual([]);
      expect(await service.stop()).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(acknowledgedBy(writers)).toBeGreaterThan(rounds * WRITERS);
  });
});

/** Starts the service on what the last round left, checks that, writes, and kills it at a moment of its own. */
async function killWhileWriting(url: string, writers: readonly PeopleWriter[]): Promise<void> {
  const service = await startPeopleService({ CMGEN_DATABASE_URL: url });
  expect(await lostTo(service.url, writers)).toEqual([]);
  const writing = Promise.all(writers.map((writer) => writer.writeUntilKilled(collectionOf(service.url))));
  await Promise.race([writing, begun(writers)]);
  await setTimeout(Math.random() * LONGEST);
  await service.kill();
  await writing;
  expect(await doctor(url)).toMatchObject({ status: "clean" });
}

/** Resolves when some of what is being written has been acknowledged: before that there is nothing to lose. */
async function begun(writers: readonly PeopleWriter[]): Promise<void> {
  const before = acknowledgedBy(writers);
  while (acknowledgedBy(writers) <= before + WRITERS) await setTimeout(2);
}

function acknowledgedBy(writers: readonly PeopleWriter[]): number {
  return writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
}

async function lostTo(url: string, writers: readonly PeopleWriter[]): Promise<readonly string[]> {
  return (await Promise.all(writers.map((writer) => writer.lost(collectionOf(url))))).flat();
}

function collectionOf(url: string): string {
  return `${url}/apis/people.example.com/v1alpha1/people`;
}
