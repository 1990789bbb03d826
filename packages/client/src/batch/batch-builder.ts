import {
  apiVersionOf,
  type Changes,
  type InputLike,
  type JsonPatch,
  type Named,
  type New,
  type StatusOfObjects,
  type StoredLike,
  type WriteOptions,
} from "@cmgen/model";
import { assertDefined, generateObjectName } from "@cmgen/model/internal";
import type { ResourceType } from "../client-options.js";

/** One operation of a batch. */
export interface Operation<Stored> {
  /** The object's name, for references to it in the same batch. */
  readonly name: string;
  /** Never there: lets TypeScript know what the result is. */
  readonly "~stored"?: Stored;
}

/** A status to be merged into the stored one. */
type StatusChanges<Stored> = Exclude<Parameters<StatusOfObjects<Stored>["update"]>[1], (object: Stored) => unknown>;

/** The methods of a client that write one object, for a batch: they note what is to be done. */
export interface BatchObjects<Stored extends StoredLike, Input extends InputLike> {
  /** Without `metadata.name` the object gets one, which the operation has at once. */
  create(object: New<Input>): Operation<Stored>;
  replace(object: Named<Input>, options?: WriteOptions): Operation<Stored>;
  /** Merges changes into the object. */
  update(name: string, changes: Changes<Input>, options?: WriteOptions): Operation<Stored>;
  patch(name: string, operations: JsonPatch, options?: WriteOptions): Operation<Stored>;
  apply(object: Named<Input>): Operation<Stored>;
  delete(name: string, options?: WriteOptions): Operation<Stored>;
  readonly status: {
    /** Merges changes into the object's status. */
    update(name: string, status: StatusChanges<Stored>, options?: WriteOptions): Operation<Stored>;
  };
}

/** The client of a type: what it is asked for here. */
export interface TypedClient<Stored extends StoredLike, Input extends InputLike> {
  readonly type: ResourceType;
  readonly get: (name: string) => Promise<Stored>;
  readonly create: (object: New<Input>) => Promise<Stored>;
}

/** Begins operations on the objects of a client: `b(people).update("ada", { spec: { age: 36 } })`. */
export type BatchBuilder = <Stored extends StoredLike, Input extends InputLike>(
  client: TypedClient<Stored, Input>,
) => BatchObjects<Stored, Input>;

/** What is sent. */
export interface SentOperations {
  readonly sent: readonly object[];
  /** The place of each operation in what is sent. */
  readonly places: ReadonlyMap<Operation<unknown>, number>;
}

/**
 * Notes the operations that a function makes, in their order, and returns those that it returns.
 *
 * @throws {TypeError} where it returns anything but a list of operations that were begun in it: nothing must be sent then.
 */
export function noteOperations<Made extends readonly Operation<unknown>[]>(
  make: (b: BatchBuilder) => Made,
): SentOperations & { readonly made: Made } {
  const sent: object[] = [];
  const places = new Map<Operation<unknown>, number>();
  const note = (name: string, operation: object): Operation<never> => {
    const noted: Operation<never> = { name };
    places.set(noted, sent.length);
    sent.push(operation);
    return noted;
  };
  const made = make(({ type }) => operationsOn(type, note));
  assertBegun(made, places);
  return { made, sent, places };
}

/** The compiler sees to all of this, where it is asked. */
function assertBegun(made: unknown, places: SentOperations["places"]): void {
  if (made instanceof Promise) {
    made.catch(() => {});
    throw new TypeError("The function of a batch must not be async: await what it needs before the batch");
  }
  if (!Array.isArray(made)) {
    const returned = made === undefined ? "undefined" : typeof made;
    throw new TypeError(`The function of a batch must return a list of operations, or [], not ${returned}`);
  }
  const other = made.findIndex((operation) => !places.has(operation as Operation<unknown>));
  if (other >= 0)
    throw new TypeError(
      `Entry ${other} of the list that the function of a batch returned is not an operation begun in it`,
    );
}

type Note = (name: string, operation: object) => Operation<never>;

function operationsOn<Stored extends StoredLike, Input extends InputLike>(
  type: ResourceType,
  note: Note,
): BatchObjects<Stored, Input> {
  const kind = { apiVersion: apiVersionOf(type), kind: type.kind };
  const update = (name: string, changes: object, { options, ...more }: Sending): Operation<never> => {
    assertDefined(changes);
    const { metadata, ...rest } = changes as { readonly metadata?: object };
    const object = { ...kind, ...rest, metadata: { ...metadata, name } };
    return note(name, { op: "update", object, ...more, ...conditionOf(options) });
  };
  return {
    create({ metadata = {}, ...rest }: New<InputLike>) {
      const { generateName = `${type.singular}-`, name = generateObjectName(generateName), ...given } = metadata;
      return note(name, { op: "create", object: { ...kind, ...rest, metadata: { ...given, name } } });
    },
    replace: (object, options) =>
      note(object.metadata.name, { op: "replace", object: { ...kind, ...object }, ...conditionOf(options) }),
    update: (name, changes, options) => update(name, changes, { options }),
    patch: (name, patch, options) => note(name, { op: "patch", ...kind, name, patch, ...conditionOf(options) }),
    apply: (object) => note(object.metadata.name, { op: "apply", object: { ...kind, ...object } }),
    delete: (name, options) => note(name, { op: "delete", ...kind, name, ...conditionOf(options) }),
    status: { update: (name, status, options) => update(name, { status }, { options, subresource: "status" }) },
  };
}

interface Sending {
  readonly options: WriteOptions | undefined;
  readonly subresource?: "status";
}

function conditionOf({ ifMatch }: WriteOptions = {}): object {
  return ifMatch === undefined ? {} : { preconditions: { uid: ifMatch.uid, version: ifMatch.version } };
}
