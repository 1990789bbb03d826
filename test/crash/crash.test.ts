import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { Store } from "../../packages/store/src/store.js";
import { openStore } from "../../packages/store/dist/open/open-database.js";
import { storedModel } from "../../packages/store/dist/stored-model.js";
import { createDatabase } from "../postgres/create-database.js";
import { physicalSchema } from "../store/physical-schema.js";
import { sampleModel } from "../store/sample-model.js";

/** How often a writing process is killed. CMGEN_CRASHES=100 for the whole exercise. */
const CRASHES = Number(process.env["CMGEN_CRASHES"] ?? 4);

const writer = fileURLToPath(new URL("writer.mjs", import.meta.url));
const openModule = new URL("../../packages/store/dist/open/open-database.js", import.meta.url).href;

interface Written {
  readonly name: string;
  readonly version: number;
}

/** What a process said that it had done, until it was killed. */
async function writeUntilKilled(url: string, setup: object): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, openModule, url, JSON.stringify(setup)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on("line", (line) => lines.push(line));
  const ended = once(reading, "close");
  while (lines.length < 20) await setTimeout(5);
  await setTimeout(Math.random() * 60);
  child.kill("SIGKILL");
  await ended;
  // The last line may have been cut in the middle.
  return lines;
}

/** Checks what was acknowledged against what is there. A write that was under way may be there or not, but only whole. */
async function assertAcknowledged(store: Store, lines: readonly string[]): Promise<void> {
  const acknowledged = new Map<string, number>();
  for (const line of lines) {
    const [what, name = "", version] = line.split(" ");
    acknowledged.set(name, what === "removed" ? Infinity : Number(version));
  }
  const there = new Map((await list(store, "")).map(({ name, version }) => [name, version]));
  for (const [name, version] of acknowledged) {
    const found = there.get(name) ?? Infinity;
    expect(found, `${name}, of which version ${version} was acknowledged`).toBeGreaterThanOrEqual(version);
  }
  await assertIndexes(store, there);
}

/** Every index row and label is of the version of the object that is there, and every object has its own. */
async function assertIndexes(store: Store, there: ReadonlyMap<string, number>): Promise<void> {
  for (const version of [1, 2]) {
    const expected = [...there]
      .filter(([, stored]) => stored === version)
      .map(([name]) => name)
      .toSorted();
    for (const query of [
      `labelSelector=version=${version}`,
      `fieldSelector=spec.size=${version}`,
      `fieldSelector=spec.tags=t${version}`,
    ]) {
      expect((await list(store, query)).map(({ name }) => name).toSorted(), query).toEqual(expected);
    }
  }
  expect(await list(store, "fieldSelector=!spec.code")).toEqual([]);
}

async function list(store: Store, query: string): Promise<readonly Written[]> {
  const page = await store.list(sampleModel, planList(sampleModel, new URLSearchParams(query)));
  const found: Written[] = [];
  for await (const item of page.items) found.push(JSON.parse(Buffer.from(item).toString()) as Written);
  return found;
}

/** The log ends with the newest revision, and has no gap before it. */
async function assertLog(store: Store): Promise<void> {
  const [oldest, newest] = [await store.oldestRevision(), await store.revision()];
  const changes = await store.changesAfter(oldest, { changes: 1_000_000, bytes: Number.MAX_SAFE_INTEGER });
  expect(changes.map(({ revision }) => revision)).toEqual(
    Array.from({ length: newest - oldest }, (_, place) => oldest + place + 1),
  );
}

describe.each(["sqlite", "postgresql"] as const)("a process killed while it writes, on %s", (engine) => {
  it(`loses nothing that it acknowledged, ${CRASHES} times`, { timeout: 60_000 + CRASHES * 20_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "cmgen-crash-"));
    const url = engine === "sqlite" ? `file:${join(folder, "test.db")}` : await createDatabase();
    const migrations = [{ name: "20300101000000_init", sql: physicalSchema(engine, [sampleModel]) }];
    const lines: string[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) {
      // Writes that come together share a transaction; one alone is done in another way.
      const workers = crash % 2 === 0 ? 8 : 1;
      const setup = { model: storedModel(sampleModel), migrations, prefix: `c${crash}`, workers };
      lines.push(...(await writeUntilKilled(url, setup)));
      const store = await openStore(url);
      await assertAcknowledged(store, lines);
      await assertLog(store);
      await store.close();
    }
    await rm(folder, { recursive: true });
  });
});
