import { setImmediate, setTimeout as delay } from "node:timers/promises";
import {
  markAt,
  type RewriteOutcome,
  type RewrittenObject,
  type TakenValue,
  type WalkedObject,
  WalkLostError,
  type WalkMark,
  type WalkStorage,
} from "@cmgen/store";
import type { IndexedTable } from "./indexed-table.js";

/** The pause before a walk that was lost to another process is looked at again. */
const AGAIN_MS = 100;

/** Objects in a batch, at most. */
const BATCH = 200;

/** How long a batch may take on the thread that serves: others are served between two batches. */
const BATCH_MS = 10;

/** How often a batch is tried in a row. */
const TRIES = 100;

/** A walk over the objects of a table, which one process makes at a time, and which goes on where it was left. */
export interface TableWalk {
  readonly table: Pick<IndexedTable, "name">;
  readonly signal: AbortSignal | undefined;
  /** Whether something is left to do. */
  readonly isDue: () => Promise<boolean>;
  /** Awaited again and again while another process makes the walk. */
  readonly waiting?: (() => Promise<void>) | undefined;
  /** Does what is left. Ends with a `WalkLostError` when the signal is aborted, or what is known of the walk is not what it was. */
  readonly walk: (lost: AbortSignal) => Promise<void>;
}

/** Makes a walk, and returns when nothing is left to do: if another process makes it, waits until that has done it, or goes on in its place. */
export async function walkTable(
  storage: WalkStorage,
  { table, signal, isDue, waiting, walk }: TableWalk,
): Promise<void> {
  while (await isDue()) {
    try {
      await storage.locked({ table: table.name, signal, waiting }, walk);
    } catch (error) {
      if (!(error instanceof WalkLostError)) throw error;
      await delay(AGAIN_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** What is made of all objects of a table behind a position. */
export interface TablePass {
  readonly table: IndexedTable;
  /** What is known of the pass, and moves with each batch. */
  readonly marks: readonly WalkMark[];
  /** `id` of the last object that is done. */
  readonly position: number;
  /** What the pass makes of an object; undefined where nothing is to be stored. */
  readonly transform: (object: WalkedObject) => RewrittenObject | undefined;
  /** The number of the schema that the objects are of afterwards. */
  readonly schema?: number;
  /** As in a {@link RewriteBatch}: the objects look as readers have seen them already. */
  readonly isSeen?: boolean;
  /** Awaited between two batches. Default: others are served. */
  readonly pause?: () => Promise<void>;
  /** Stops between two batches. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when another process may make the pass. */
  readonly lost?: AbortSignal;
  /** Objects in a batch, at most. */
  readonly batch?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called after each batch that is stored. */
  readonly onStored?: (batch: PassBatch) => void;
}

export interface PassBatch {
  /** What was stored. */
  readonly objects: readonly RewrittenObject[];
  /** How many objects were looked at, and the `id` of the last. */
  readonly looked: number;
  readonly position: number;
}

/** How a pass ended: with the marks as the database knows them then, or why it could not go on. */
export type PassEnd = { readonly marks: readonly WalkMark[] } | { readonly stopped: Stop };

export type Stop =
  /** Another release has declared the table's indexes. */
  | "superseded"
  /** One of the objects was another each time it was to be stored. */
  | "restless"
  /** A unique value is taken. */
  | TakenValue;

/**
 * Makes a pass over a table in batches, each in a transaction of its own with the marks. While one is stored, the next one is read and made.
 *
 * @throws {WalkLostError} when another process has gone on with the pass.
 */
export async function passOver(walks: WalkStorage, pass: TablePass): Promise<PassEnd> {
  const { table, onProgress, onStored, batch: most = BATCH } = pass;
  const total = onProgress === undefined ? 0 : await walks.countAfter(table.name, 0);
  let done = onProgress === undefined ? 0 : total - (await walks.countAfter(table.name, pass.position));
  let { marks, position: after } = pass;
  onProgress?.(Math.min(done, total), total);
  let made = await nextBatch(walks, pass, { after, limit: most });
  for (let limit = most, tries = 0; made !== undefined;) {
    assertGoing(pass);
    const following = nextBatch(walks, pass, { after: made.position, limit });
    // Whatever is wrong with it, what comes before it is stored.
    following.catch(() => undefined);
    const outcome = await storeBatch(walks, pass, { ...made, marks });
    if (outcome === "lost") throw new WalkLostError(table.name);
    if (outcome === "done") {
      const { position, looked } = made;
      onStored?.(made);
      marks = marks.map((mark) => markAt(mark, position));
      after = position;
      done += looked;
      limit = Math.min(most, limit * 2);
      tries = 0;
      onProgress?.(Math.min(done, total), total);
      made = await following;
      continue;
    }
    if (outcome === "superseded") return { stopped: outcome };
    if (typeof outcome === "object" && outcome.taken !== "somewhere") return { stopped: outcome.taken };
    if ((tries += 1) === TRIES) return { stopped: "restless" };
    // Fewer objects at a time are less often at work in others, and find the one whose unique value is taken.
    limit = Math.max(1, Math.floor(made.looked / 2));
    await following.catch(() => undefined);
    made = await nextBatch(walks, pass, { after, limit });
  }
  return { marks };
}

/** What is made of the next objects; undefined at the end. */
async function nextBatch(
  walks: WalkStorage,
  pass: TablePass,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PassBatch | undefined> {
  const { table, pause = setImmediate } = pass;
  await pause();
  assertGoing(pass);
  const found = await walks.objectsAfter(table.name, after, limit);
  return found.length === 0 ? undefined : transformSome(pass, found);
}

function assertGoing({ table, signal, lost }: TablePass): void {
  signal?.throwIfAborted();
  if (lost?.aborted === true) throw new WalkLostError(table.name);
}

function storeBatch(
  walks: WalkStorage,
  { table, schema, isSeen }: TablePass,
  { objects, position, marks }: PassBatch & Pick<TablePass, "marks">,
): Promise<RewriteOutcome> {
  if (objects.length === 0 && marks.length === 0) return Promise.resolve("done");
  return walks.rewrite(table.stored, {
    objects,
    marks,
    position,
    ...(schema !== undefined && { schema }),
    ...(isSeen !== undefined && { isSeen }),
  });
}

/** What is made of at least one object, and of as many more as there is time for. */
function transformSome({ transform }: TablePass, found: readonly WalkedObject[]): PassBatch {
  const end = performance.now() + BATCH_MS;
  const objects: RewrittenObject[] = [];
  let looked = 0;
  let position = 0;
  for (const object of found) {
    const made = transform(object);
    if (made !== undefined) objects.push(made);
    looked += 1;
    position = object.id;
    if (performance.now() >= end) break;
  }
  return { objects, looked, position };
}
