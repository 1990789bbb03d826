import { freeValues } from "../sql/batch-shapes.js";
import { crowdedTables, type RefusedJob } from "../write-batch.js";
import type { ReplaceJob, WriteJob } from "../write-job.js";
import type { PostgresClient } from "./schema-client.js";
import { isUniqueViolation } from "./postgres-trouble.js";
import { runStatements, whyRefused } from "./statements.js";
import { type TakenIds, takeIds } from "./taken-ids.js";
import { writeCopies, writeRows } from "./write-transaction.js";
import { writeRuns } from "./write-runs.js";

/** Statements that are sent together. The driver measures the time of each from then on, and not from when the server begins with it. */
const SENT_TOGETHER = 100;

/** What was written of a batch. Each job is in one of the two, or in none if the reason of its refusal was gone when it was looked for. */
export interface WrittenJobs {
  /** The ids of the rows, and those of the history's entries, by the place of the job. */
  readonly ids: ReadonlyMap<number, number>;
  readonly entries: ReadonlyMap<number, number>;
  readonly refused: readonly RefusedJob[];
}

/** A job of a batch without its guard, which is checked with those of the others, and its place. */
interface PlacedJob {
  readonly place: number;
  readonly job: WriteJob;
}

/**
 * Writes the objects of a batch, whose rows are locked. Objects are removed first, and unique values that change are taken away before any is given,
 * so that values can move between the objects of the batch.
 *
 * @param isCareful whether each write has a savepoint, so that the one whose unique value is taken can be told.
 */
export async function writeObjects(
  client: PostgresClient,
  jobs: readonly WriteJob[],
  isCareful: boolean,
): Promise<WrittenJobs> {
  const placed = jobs.map((job, place): PlacedJob => ({ place, job: unguarded(job) }));
  const taken = await takeIds(
    client,
    placed.map(({ job }) => job),
  );
  const write = (some: readonly PlacedJob[]): Promise<Ids> =>
    isCareful ? writeEach(client, some, taken) : writeTogether(client, some, taken);
  const removed = await write(placed.filter(({ job }) => job.write === "remove"));
  await freeCrowded(client, jobs);
  const stored = await write(placed.filter(({ job }) => job.write !== "remove"));
  const ids = new Map([...removed, ...stored]);
  const refused: RefusedJob[] = [];
  for (const { place, job } of placed) {
    const refusal = ids.has(place) ? undefined : await whyRefused(client, job);
    if (refusal !== undefined) refused.push({ place, refusal });
  }
  return { ids, entries: new Map(placed.map(({ place, job }) => [place, taken.get(job)?.version ?? 0])), refused };
}

function unguarded(job: WriteJob): WriteJob {
  if (job.write === "remove") {
    const { unreferred: _, ...rest } = job;
    return rest;
  }
  const { needs: _needs, unreferred: _unreferred, ...record } = job.record;
  return { ...job, record };
}

async function freeCrowded(client: PostgresClient, jobs: readonly WriteJob[]): Promise<void> {
  const run = runStatements(client);
  for (const table of crowdedTables(jobs)) {
    const replaced = jobs.filter((job): job is ReplaceJob => job.write === "replace" && job.model.table === table);
    const [first] = replaced;
    if (first !== undefined) await Promise.all(freeValues(first.model, replaced).map((free) => run(free)));
  }
}

type TakenByJob = ReadonlyMap<WriteJob, TakenIds>;
type Ids = readonly (readonly [place: number, id: number])[];

async function writeTogether(client: PostgresClient, placed: readonly PlacedJob[], taken: TakenByJob): Promise<Ids> {
  const places = new Map(placed.map(({ place, job }) => [job, place]));
  const runs = writeRuns(placed.map(({ job }) => job));
  const written: [number, number][] = [];
  for (let from = 0; from < runs.length; from += SENT_TOGETHER) {
    const sent = runs.slice(from, from + SENT_TOGETHER);
    const rows = await Promise.all(sent.map((run) => writeRows(client, run, taken)));
    await writeCopies(client, rows);
    const ids = rows.flatMap((each) => each.ids);
    for (const [at, job] of sent.flat().entries()) {
      const [id, place] = [ids[at], places.get(job)];
      if (id !== undefined && place !== undefined) written.push([place, id]);
    }
  }
  return written;
}

async function writeEach(client: PostgresClient, placed: readonly PlacedJob[], taken: TakenByJob): Promise<Ids> {
  const written: [number, number][] = [];
  for (const { place, job } of placed) {
    await client.query("SAVEPOINT job");
    try {
      const row = await writeRows(client, [job], taken);
      await writeCopies(client, [row]);
      const [id] = row.ids;
      if (id !== undefined) written.push([place, id]);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await client.query("ROLLBACK TO SAVEPOINT job");
    }
    await client.query("RELEASE SAVEPOINT job");
  }
  return written;
}
