import { ApiProblem, type ProblemCode } from "./api-problem.js";
import type { CallOptions, WriteOptions } from "./client-options.js";
import type { ChangeOptions, InputLike, Named, StoredLike } from "./resource-client.js";
import { jittered, pause } from "./retry.js";

/** What becomes of an object. */
export type Change<Stored, Input> = (object: Stored) => Input | Promise<Input>;

/** Wait before an object is read again, in milliseconds; doubled each time. */
const FIRST_WAIT = 10;

/** Reads, changes and replaces, until nobody has changed the object in between. */
export async function changeObject<Stored extends StoredLike, Input extends InputLike>(
  client: {
    get(name: string, options: CallOptions): Promise<Stored>;
    replace(object: Named<Input>, options: WriteOptions): Promise<Stored>;
  },
  { name, change }: { readonly name: string; readonly change: Change<Stored, Named<Input>> },
  { retries = 5, ...options }: ChangeOptions = {},
): Promise<Stored> {
  for (let times = 0; ; times++) {
    const stored = await client.get(name, options);
    const { uid, version } = stored.metadata;
    const changed = await change(stored);
    if (changed.metadata.name !== name) {
      throw new RangeError(`The change of ${name} returned an object that is named ${changed.metadata.name}`);
    }
    try {
      // The state that was read, whatever the change made of it: without one, the change of somebody else would be lost.
      return await client.replace(changed, { ...options, ifMatch: { uid, version } });
    } catch (error) {
      if (times >= retries || !isOneOf(error, "Conflict", "PreconditionFailed")) throw error;
      await pause(jittered(FIRST_WAIT * 2 ** times), options.signal);
    }
  }
}

/** How often an object may appear and disappear under an `apply`. */
const APPLY_ATTEMPTS = 5;

/** Merges into the object of that name, or creates it. */
export async function applyObject<Stored, Input extends InputLike>(
  client: {
    create(object: Input, options?: CallOptions): Promise<Stored>;
    patch(name: string, object: Named<Input>, options?: CallOptions): Promise<Stored>;
  },
  object: Named<Input>,
  options?: CallOptions,
): Promise<Stored> {
  for (let times = 1; ; times++) {
    try {
      return await client.patch(object.metadata.name, object, options);
    } catch (error) {
      if (!isOneOf(error, "NotFound")) throw error;
    }
    try {
      return await client.create(object, options);
    } catch (error) {
      if (times >= APPLY_ATTEMPTS || !isOneOf(error, "AlreadyExists")) throw error;
    }
  }
}

function isOneOf(error: unknown, ...codes: readonly ProblemCode[]): boolean {
  return error instanceof ApiProblem && codes.includes(error.code);
}
