import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IndexModel, Model } from "../../packages/generator/src/model/model.js";
import { indexModel, person } from "../../packages/generator/src/model/people.test.fixture.js";
import { columnName, valueTableName } from "../../packages/generator/src/storage/column-name.js";
import { labelTableName, tableName } from "../../packages/generator/src/storage/table-name.js";
import { deployMigrationsTo } from "../../packages/store/src/migrate/migration-status.js";
import { createDatabase } from "../postgres/create-database.js";
import { createPlugin, type Provider } from "./generated-plugin.js";
import { withLiveEngine } from "./live-engine.js";
import { withRawDatabase, type RawDatabase } from "./raw-database.js";

const indexes = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("spec.name", "spec.age", "spec.tags", "initial"),
    valueType: fc.constantFrom("string", "integer", "int64", "number", "boolean", "timestamp"),
    unique: fc.boolean(),
    multi: fc.boolean(),
    order: fc.constantFrom("ASC", "DESC"),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

const anyPerson = indexes.map((some) => withIndexes(some.map(({ name, ...more }, at) => indexModel(name, at, more))));
const versionsOfPerson = fc.array(anyPerson, { minLength: 2, maxLength: 5 });

function withIndexes(declared: readonly IndexModel[]): Model {
  return { ...person, indexes: declared };
}

const [table, labels] = [tableName(person), labelTableName(person)];
const text = (value: string) => `'${value}'`;

/** A value that is like no other of the column's. */
const literals: Record<NonNullable<IndexModel["valueType"]>, (at: number) => string> = {
  string: (at) => text(`value ${at}`),
  integer: (at) => String(at),
  int64: (at) => `${9_007_199_254_740_993n + BigInt(at)}`,
  number: (at) => `${at}.5`,
  boolean: (at) => (at % 2 === 0 ? "true" : "false"),
  timestamp: (at) => String(1_700_000_000_000 + at),
};

/** Values for every index, as a service would have written them: many alike, where that is allowed. */
async function fillIndexes(database: RawDatabase, model: Model): Promise<void> {
  const objects = await database.rows(`SELECT id FROM "${table}" ORDER BY id`);
  for (const index of model.indexes) {
    const literal = literals[index.valueType ?? "string"];
    for (const [at, { id }] of objects.entries()) {
      const value = literal(index.unique ? at : 0);
      if (index.unique && index.valueType === "boolean" && at > 1) continue;
      await database.execute(
        index.multi
          ? `INSERT INTO "${valueTableName(model, index.name)}" (object_id, value) VALUES (${id}, ${value})`
          : `UPDATE "${table}" SET "${columnName(model, index.name)}" = ${value} WHERE id = ${id}`,
      );
    }
    const row = [table, index.name, "fingerprint", "ready"].map(text).join(", ");
    await database.execute(`INSERT INTO cmgen_indexes ("table", "index", fingerprint, state) VALUES (${row})`);
  }
}

async function clearIndexes(database: RawDatabase, model: Model): Promise<void> {
  for (const { name, multi } of model.indexes) {
    await database.execute(
      multi
        ? `DELETE FROM "${valueTableName(model, name)}"`
        : `UPDATE "${table}" SET "${columnName(model, name)}" = NULL`,
    );
  }
  await database.execute("DELETE FROM cmgen_indexes");
}

async function insertObjects(database: RawDatabase): Promise<void> {
  for (const at of [1, 2, 3]) {
    await database.execute(
      `INSERT INTO "${table}" (name, version, created_at, data) VALUES ('person-${at}', ${at}, 7, 'object ${at}')`,
    );
    await database.execute(
      `INSERT INTO "${labels}" (object_id, key, value) SELECT id, 'example.com/team', 'team ${at}' FROM "${table}" WHERE name = 'person-${at}'`,
    );
  }
}

/** What must outlive every change of indexes. */
async function contents(database: RawDatabase): Promise<unknown> {
  const objects = await database.rows(`SELECT name, CAST(version AS TEXT) AS version FROM "${table}" ORDER BY id`);
  const joined = `SELECT o.name, l.key, l.value FROM "${labels}" l JOIN "${table}" o ON o.id = l.object_id ORDER BY o.id`;
  return { objects, labels: await database.rows(joined) };
}

const OBJECTS_AND_LABELS = {
  objects: [1, 2, 3].map((at) => ({ name: `person-${at}`, version: String(at) })),
  labels: [1, 2, 3].map((at) => ({ name: `person-${at}`, key: "example.com/team", value: `team ${at}` })),
};

/** Indexes of `model` that are there with all they had, and that the service will therefore not build again. */
async function keptIndexes(database: RawDatabase): Promise<readonly unknown[]> {
  return (await database.rows('SELECT "index" FROM cmgen_indexes ORDER BY "index"')).map(({ index }) => index);
}

describe.each<[Provider, number]>([
  ["sqlite", 12],
  ["postgresql", 5],
])("any change of indexes on %s", (provider, numRuns) => {
  let folder = "";
  let databases = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-databases-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("keeps objects and labels, loses nothing, and leads to what the Prisma schema says", async () => {
    await fc.assert(
      fc.asyncProperty(versionsOfPerson, async (versions) => {
        const plugin = await createPlugin();
        databases += 1;
        const url = provider === "sqlite" ? `file:${join(folder, `${databases}.db`)}` : await createDatabase();
        let before: Model | undefined;
        for (const version of versions) {
          expect(await plugin.generate([version])).toEqual([]);
          await deployMigrationsTo(url, await plugin.migrations(provider));
          await withRawDatabase(url, async (database) => {
            if (before === undefined) await insertObjects(database);
            expect(await contents(database)).toMatchObject(OBJECTS_AND_LABELS);
            expect(await keptIndexes(database)).toEqual(unchanged(before, version));
            await clearIndexes(database, version);
            await fillIndexes(database, version);
          });
          expect(await withLiveEngine(url, (engine) => engine.drift(plugin.schema(provider, [version])))).toBe("");
          before = version;
        }
        await plugin.dispose();
      }),
      { numRuns },
    );
  });
});

/** Names of indexes whose values a migration may leave as they are. */
function unchanged(before: Model | undefined, after: Model): string[] {
  if (before === undefined) return [];
  return after.indexes
    .filter(({ name, valueType, multi, unique }) => {
      const old = before.indexes.find((index) => index.name === name);
      return (
        old !== undefined && old.multi === multi && sameColumn(old.valueType, valueType) && (old.unique || !unique)
      );
    })
    .map(({ name }) => name)
    .toSorted();
}

function sameColumn(one: IndexModel["valueType"], other: IndexModel["valueType"]): boolean {
  const integers = new Set<IndexModel["valueType"]>(["integer", "int64", "timestamp"]);
  return one === other || (integers.has(one) && integers.has(other));
}
