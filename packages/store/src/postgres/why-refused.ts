import type { StoredModel } from "../stored-model.js";
import type { ObjectRecord } from "../store.js";
import type { WriteRefusal } from "../write-outcome.js";
import { guardOf, type WriteJob } from "../write-job.js";
import type { MissingObject, Referrers, ReferringIndex } from "../reference-guard.js";
import { postgresDialect } from "../sql/dialect.js";
import { countReferrersShape, presentShape, referrersShape, type ReferrersInput } from "../sql/reference-shapes.js";
import type { Shape } from "../sql/sql.js";
import { statement, type PostgresClient } from "./database.js";
import { modelStatements } from "./model-statements.js";

/** Why a write could not be done; `undefined` if the obstacle is gone. */
export async function whyRefused(client: PostgresClient, job: WriteJob): Promise<WriteRefusal | undefined> {
  const name = job.write === "remove" ? job.name : job.record.name;
  const current = await versionOf(client, job, name);
  if (job.write === "create") {
    if (current !== undefined) return { refused: "name-taken" };
  } else {
    if (current === undefined) return { refused: "not-found" };
    if (current !== job.expectedVersion) return { refused: "version-differs", currentVersion: current };
  }
  const owner = job.write === "remove" ? undefined : await ownerOf(client, job.model, job.record);
  return owner ?? brokenGuard(client, guardOf(job));
}

/** The part of a write's guard that does not hold. */
async function brokenGuard(
  client: PostgresClient,
  { name, needs = [], unreferred = [] }: ReturnType<typeof guardOf>,
): Promise<WriteRefusal | undefined> {
  const missing: MissingObject[] = [];
  for (const { table, names } of needs) missing.push(...(await missingOf(client, table, names)));
  if (missing.length > 0) return { refused: "objects-missing", missing };
  const by: Referrers[] = [];
  for (const index of unreferred) by.push(...(await referrersBy(client, index, name)));
  return by.length > 0 ? { refused: "referred", by } : undefined;
}

/** Refusals are rare, so their statements are not kept. */
async function run<Input, Row>(client: PostgresClient, shape: Shape<Input>, input: Input): Promise<readonly Row[]> {
  const { rows } = await client.query<Row & object>({ text: shape.sql, values: shape.bind(input) });
  return rows;
}

async function missingOf(
  client: PostgresClient,
  table: string,
  names: readonly string[],
): Promise<readonly MissingObject[]> {
  const shape = presentShape(postgresDialect, table);
  const rows = await run<{ names: readonly string[] }, { name: string; deleted: boolean }>(client, shape, { names });
  const present = new Map(rows.map((row) => [row.name, row.deleted]));
  return names
    .filter((name) => present.get(name) !== false)
    .map((name) => ({ table, name, isDeleted: present.has(name) }));
}

async function referrersBy(client: PostgresClient, index: ReferringIndex, name: string): Promise<readonly Referrers[]> {
  const input = { name, except: index.except };
  const found = await run<ReferrersInput, { name: string }>(client, referrersShape(postgresDialect, index), input);
  if (found.length === 0) return [];
  const counted = await run<ReferrersInput, { count: number }>(
    client,
    countReferrersShape(postgresDialect, index),
    input,
  );
  return [{ index, names: found.map((row) => row.name), count: counted[0]?.count ?? found.length }];
}

async function versionOf(client: PostgresClient, { model }: WriteJob, name: string): Promise<number | undefined> {
  const { rows } = await client.query<{ version: number }>(statement(modelStatements(model).version, { name }));
  return rows[0]?.version;
}

/** The unique value of a record that another object already has. */
export async function ownerOf(
  client: PostgresClient,
  model: StoredModel,
  { name, indexValues }: Pick<ObjectRecord, "name" | "indexValues">,
): Promise<Extract<WriteRefusal, { refused: "value-taken" }> | undefined> {
  for (const { index, owner } of modelStatements(model).owners) {
    for (const value of indexValues.get(index) ?? []) {
      const { rows } = await client.query<{ name: string }>(statement(owner, { name, value }));
      if (rows[0] !== undefined) return { refused: "value-taken", index, value, owner: rows[0].name };
    }
  }
  return undefined;
}
