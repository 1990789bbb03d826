import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "./resource.js";

/** Typed access to the objects of one model, by its generated descriptor. */
export type ObjectsByModel = <T extends ExtensionObject, Indexes, References>(
  model: ModelDescriptor<T, Indexes, References>,
) => Resource<T, KnownIndexes<Indexes>, References>;

/** What can be done with objects in a transaction. */
export type TransactionResource<T extends ExtensionObject, Indexes, References> = Pick<
  Resource<T, Indexes, References>,
  "find" | "get" | "exists" | "list" | "create" | "replace" | "update" | "patch" | "apply" | "delete" | "status"
>;

/** Access to the objects of every model in a transaction: `tx(personModel)`. */
export type TransactionAccess = <T extends ExtensionObject, Indexes, References>(
  model: ModelDescriptor<T, Indexes, References>,
) => TransactionResource<T, KnownIndexes<Indexes>, References>;

/** Writes objects of any models together. */
export interface Transactions {
  /**
   * Runs a function and then writes all that it has written through its `tx`, together: all of it or nothing. It holds no lock meanwhile. If another
   * write comes first to an object that it has read or written, the function is run again, so it must do nothing else that lasts: at most five
   * times, and not once 5 seconds have passed.
   *
   * In it, an object that was written is read as it was written, and only its last state is stored. Lists are of what is stored, without what is
   * about to be written; an object that is new in a list by the end does not count as a change. At most 1,000 objects are written and
   * 10,000 read.
   *
   * @returns what the function returns.
   * @throws what the function throws, such as the `ApiError` of a write that is refused. Then nothing is written.
   * @throws {ApiError} `Conflict` if another write came first each time.
   */
  readonly transaction: <Result>(run: (tx: TransactionAccess) => Promise<Result>) => Promise<Result>;
}

/** Typed access to the objects of every model of the service, by the model's generated descriptor. */
export interface ResourceAccess {
  /** A property, and not a method: it may be taken out of its context, `({ resource }) => …`. */
  readonly resource: ObjectsByModel & Transactions;
}

/** The same for a handler: it acts as the caller of its request, who may see and change what its roles allow, and no more. */
export interface CallerResourceAccess {
  readonly resource: ResourceAccess["resource"] & {
    /** Access that acts as the plugin, which may do everything: `resource.asPlugin()(personModel)`. */
    readonly asPlugin: () => ResourceAccess["resource"];
  };
}
