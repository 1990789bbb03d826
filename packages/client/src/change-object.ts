import type { StoredLike, WriteOptions } from "@cmgen/model";
import { isProblem } from "./api-problem.js";
import type { CallOptions } from "./client-options.js";
import { jittered, pause } from "./retry.js";

/** Wait before an object is read again, in milliseconds; doubled each time, up to the longest. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 500;

/** For how long it is tried again, in milliseconds. */
const REPEAT_MS = 10_000;

/** What a write sends: that it is an object of the client's type, the callers of the client have had checked. */
export interface Sendable {
  readonly metadata: { readonly name: string; readonly version?: number };
  readonly status?: unknown;
}

interface Target<Stored> {
  get(name: string, options: CallOptions): Promise<Stored>;
  put(object: Sendable, options: WriteOptions & CallOptions): Promise<Stored>;
}

/** What becomes of an object; nothing where the one that was given has been changed. */
interface Changing<Stored> {
  readonly name: string;
  readonly change: (object: Stored) => Sendable | void | Promise<Sendable | void>;
}

/** Reads, changes and puts, until nobody has changed the object in between. */
export async function changeObject<Stored extends StoredLike>(
  { get, put }: Target<Stored>,
  { name, change }: Changing<Stored>,
  { ifMatch, ...options }: WriteOptions & CallOptions = {},
): Promise<Stored> {
  const begun = Date.now();
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const stored = await get(name, options);
    const { uid, version } = stored.metadata;
    const changed: Sendable = (await change(stored)) ?? stored;
    if (changed.metadata.name !== name) {
      throw new RangeError(`The change of ${name} returned ${changed.metadata.name}`);
    }
    try {
      // The state that was read, whatever the change made of it: without one, the change of somebody else would be lost.
      return await put(changed, { ...options, ifMatch: ifMatch ?? { uid, version } });
    } catch (error) {
      const isOver = ifMatch !== undefined || Date.now() - begun >= REPEAT_MS;
      if (isOver || !isProblem(error, "Conflict", "PreconditionFailed")) throw error;
      await pause(jittered(wait), options.signal);
    }
  }
}
