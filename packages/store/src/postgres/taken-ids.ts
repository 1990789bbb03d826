import { takeIdsShape } from "../sql/shared-write-shapes.js";
import type { StoredModel } from "../stored-model.js";
import type { WriteJob } from "../write-job.js";
import type { PostgresClient } from "./schema-client.js";
import { modelStatements } from "./model-statements.js";
import { named, type NamedShape, statement } from "./statements.js";

/** Ids of the rows that a write adds. */
export interface TakenIds {
  /** Of the object, for a create. */
  readonly row: number | null;
  /** Of the history's entries for the version that is replaced or removed, and for the new one; 0 if the model keeps no history. */
  readonly former: number;
  readonly version: number;
}

const takeEntries = named(takeIdsShape("cmgen_history"));

/**
 * Takes the ids of rows from their sequences, before the rows are written: in a cluster each node would give ids of its own, which have no order
 * with those of another.
 */
export async function takeIds(
  client: PostgresClient,
  jobs: readonly WriteJob[],
): Promise<ReadonlyMap<WriteJob, TakenIds>> {
  const creates = jobs.filter(({ write }) => write === "create");
  const models = [...new Set(creates.map(({ model }) => model))];
  const kept = jobs.filter(({ model }) => model.history !== undefined);
  const [entries, ...rows] = await Promise.all([
    takeEntryIds(client, 2 * kept.length),
    ...models.map((each) =>
      rowsOf(
        client,
        each,
        creates.filter(({ model }) => model === each),
      ),
    ),
  ]);
  const byJob = new Map(rows.flat());
  const places = new Map(kept.map((job, place) => [job, 2 * place]));
  return new Map(
    jobs.map((job) => {
      const place = places.get(job) ?? entries.length;
      return [job, { row: byJob.get(job) ?? null, former: entries[place] ?? 0, version: entries[place + 1] ?? 0 }];
    }),
  );
}

/** Takes ids for entries of the history. */
export function takeEntryIds(client: PostgresClient, count: number): Promise<readonly number[]> {
  return take(client, takeEntries, count);
}

async function rowsOf(
  client: PostgresClient,
  model: StoredModel,
  jobs: readonly WriteJob[],
): Promise<readonly (readonly [WriteJob, number])[]> {
  const ids = await take(client, modelStatements(model).takeIds, jobs.length);
  return jobs.map((job, place) => [job, ids[place] ?? 0]);
}

async function take(
  client: PostgresClient,
  takeSome: NamedShape<{ readonly count: number }>,
  count: number,
): Promise<readonly number[]> {
  if (count === 0) return [];
  const { rows } = await client.query<{ id: number }>(statement(takeSome, { count }));
  return rows.map(({ id }) => id);
}
