import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Change, Store } from "../../packages/store/src/store.js";
import type { StoredModel } from "../../packages/store/src/stored-model.js";
import type { ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import { openDatabase } from "../../packages/store/dist/open/open-database.js";
import { storedModel } from "../../packages/store/dist/stored-model.js";
import { createDatabase } from "../postgres/create-database.js";
import { physicalSchema } from "./physical-schema.js";
import { sampleModel } from "./sample-model.js";

/** Batches of each of four workers in each of three processes. CMGEN_BATCH_RACES=300 for the whole exercise. */
const BATCHES = Number(process.env["CMGEN_BATCH_RACES"] ?? 20);

const writer = fileURLToPath(new URL("batch-writer.mjs", import.meta.url));
const openModule = new URL("../../packages/store/dist/open/open-database.js", import.meta.url).href;
/** Few, so that all batches overlap. */
const names = Array.from({ length: 20 }, (_, place) => `n${place}`);

const modelOf = (plural: string): ModelDescriptor => ({
  ...sampleModel,
  plural,
  table: plural,
  labelTable: `${plural}___labels`,
  indexes: sampleModel.indexes.flatMap((index) => {
    if (index.name === "spec.keys" && index.multi) return [{ ...index, table: `${plural}___x_spec_keys` }];
    return index.name === "spec.code" || index.name === "spec.title" ? [index] : [];
  }),
});
const teams = modelOf("teams");
const items = modelOf("items");

/** What a process says of its writes, until it ends or is killed. */
async function write(url: string, prefix: string, killAfter = Infinity): Promise<readonly string[]> {
  const setup = { teams: storedModel(teams), items: storedModel(items), names, migrations: [], prefix, workers: 4 };
  const given = JSON.stringify({ ...setup, batches: BATCHES });
  const child = spawn(process.execPath, [writer, openModule, url, given], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on("line", (line) => {
    lines.push(line);
    if (lines.length === killAfter) child.kill("SIGKILL");
  });
  await once(reading, "close");
  return lines;
}

async function allChanges(store: Store): Promise<readonly Change[]> {
  const found: Change[] = [];
  for (;;) {
    const next = await store.changesAfter(found.at(-1)?.revision ?? 0);
    if (next.length === 0) return found;
    found.push(...next);
  }
}

interface Written {
  readonly batch: string;
  readonly of: number;
}

function written({ data }: Change): Written {
  return JSON.parse(new TextDecoder().decode(data)) as Written;
}

async function dangling(store: Store): Promise<readonly string[]> {
  const there = await live(store, teams);
  const found = await live(store, items);
  return [...found].filter(([, { team }]) => !there.has(team)).map(([name, { team }]) => `${name} refers to ${team}`);
}

interface Live {
  readonly code: string;
  readonly team: string;
}

async function live(store: Store, model: StoredModel): Promise<ReadonlyMap<string, Live>> {
  const read = await Promise.all(
    names.map(async (name): Promise<readonly (readonly [string, Live])[]> => {
      const stored = await store.read(model, name);
      return stored === undefined ? [] : [[name, JSON.parse(new TextDecoder().decode(stored.data)) as Live]];
    }),
  );
  return new Map(read.flat());
}

it(
  "random batches of three processes, one of which is killed, neither fail nor are done in part",
  { timeout: 60_000 + BATCHES * 3000 },
  async () => {
    const url = await createDatabase();
    const migrations = [{ name: "20300101000000_init", sql: physicalSchema("postgresql", [teams, items]) }];
    const database = openDatabase(url);
    await database.migrate(migrations);
    const store = await database.openStore();
    try {
      const said = await Promise.all([write(url, "a"), write(url, "b"), write(url, "c", 2 * BATCHES)]);
      const lines = said.flat();
      expect(lines.filter((line) => line.startsWith("error"))).toEqual([]);
      expect(lines.filter((line) => line === "end")).toHaveLength(2);
      const changes = await allChanges(store);
      expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, place) => place + 1));
      const revisions = new Map<string, number[]>();
      const sizes = new Map<string, number>();
      for (const change of changes) {
        const { batch, of } = written(change);
        revisions.set(batch, [...(revisions.get(batch) ?? []), change.revision]);
        sizes.set(batch, of);
      }
      for (const [batch, taken] of revisions) {
        const [first = 0] = taken;
        expect(taken, batch).toEqual(Array.from({ length: sizes.get(batch) ?? 0 }, (_, place) => first + place));
      }
      const acknowledged = lines.filter((line) => line.startsWith("done "));
      expect(acknowledged.length).toBeGreaterThan(BATCHES / 4);
      for (const line of acknowledged) {
        const [, batch = "", ...given] = line.split(" ");
        expect(revisions.get(batch), batch).toEqual(given.map(Number));
      }
      for (const line of lines.filter((each) => each.startsWith("refused ")))
        expect(revisions.has(line.split(" ")[1] ?? "")).toBe(false);
      expect(await dangling(store)).toEqual([]);
      for (const model of [teams, items]) {
        const codes = [...(await live(store, model)).values()].map(({ code }) => code);
        expect(new Set(codes).size).toBe(codes.length);
      }
    } finally {
      await store.close();
    }
  },
);
