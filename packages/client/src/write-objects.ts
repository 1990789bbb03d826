import type { IndexShapes, Selection } from "@cmgen/model";
import { applyObject, changeObject, type Change } from "./change-object.js";
import type { CallOptions, WriteOptions } from "./client-options.js";
import { patchBody } from "./patch-body.js";
import type { ChangeOptions, InputLike, Named, ResourceClient, StoredLike } from "./resource-client.js";
import type { Target } from "./target.js";
import type { Call } from "./transport.js";
import { selectionQuery } from "./list-query.js";

type Writing = "create" | "update" | "apply" | "patch" | "delete" | "deleteCollection";

/** The methods that change objects. */
export function writeObjects<Stored extends StoredLike, Input extends InputLike, Indexes extends IndexShapes<Indexes>>({
  transport,
  collection,
  envelope,
  pathOf,
  tagOf,
}: Target): Pick<ResourceClient<Stored, Input, Indexes>, Writing> {
  const one = (name: string, options?: WriteOptions): Pick<Call, "path" | "ifMatch" | "options"> => ({
    path: pathOf(name),
    ifMatch: tagOf(options?.ifMatch),
    options,
  });
  const get = async (name: string, options?: CallOptions): Promise<Stored> =>
    transport.json({ method: "GET", path: pathOf(name), options });
  const create = async (object: Input, options?: CallOptions): Promise<Stored> =>
    transport.json({ method: "POST", path: collection, body: { ...envelope, ...object }, options });
  const patch = async (name: string, change: unknown, options?: WriteOptions): Promise<Stored> =>
    transport.json({ method: "PATCH", ...patchBody(change), ...one(name, options) });
  const replace = async (object: Named<Input>, options: WriteOptions = {}): Promise<Stored> => {
    const { name, version } = object.metadata;
    // With a version, the second of two is a `Conflict` with the first.
    const idempotent = version === undefined && options.ifMatch === undefined ? { idempotent: true } : {};
    const body = { ...envelope, ...object };
    return transport.json({ method: "PUT", body, ...idempotent, ...one(name, options) });
  };
  function update(object: Named<Input>, options?: WriteOptions): Promise<Stored>;
  function update(name: string, change: Change<Stored, Named<Input>>, options?: ChangeOptions): Promise<Stored>;
  async function update(
    which: Named<Input> | string,
    how?: WriteOptions | Change<Stored, Named<Input>>,
    options?: ChangeOptions,
  ): Promise<Stored> {
    if (typeof which !== "string") return replace(which, typeof how === "function" ? {} : how);
    if (typeof how === "function") return changeObject({ get, replace }, { name: which, change: how }, options);
    throw new TypeError(`update: what is ${which} to become? Give the object, or a function that returns it`);
  }
  return {
    create,
    update,
    apply: async (object, options) => applyObject({ create, patch }, object, options),
    patch,
    delete: async (name, options) => transport.json({ method: "DELETE", ...one(name, options) }),
    deleteCollection: async (options) => {
      assertMeant(options);
      return transport.json({ method: "DELETE", path: collection, query: selectionQuery(options), options });
    },
  };
}

/**
 * Conditions that a program has meant to give, and that turn out to be undefined, must not become "all objects".
 *
 * @throws {TypeError} for `where` or `labels` that is there and undefined.
 */
function assertMeant(given: Selection<unknown>): void {
  for (const name of ["where", "labels"] as const) {
    if (!(name in given) || given[name] !== undefined) continue;
    throw new TypeError(`deleteCollection: ${name} is undefined. Leave it out to select all objects`);
  }
}
