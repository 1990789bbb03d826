import {
  type Change,
  type Changes,
  type IndexShapes,
  type InputLike,
  JSON_PATCH_MEDIA_TYPE,
  type ListResult,
  MERGE_PATCH_MEDIA_TYPE,
  type New,
  type StatusOfObjects,
  type StoredLike,
  type WriteOptions,
} from "@cmgen/model";
import { applied, assertDefined, assertMeant, generateObjectName, selectionParameters } from "@cmgen/model/internal";
import { changeObject, type Sendable } from "./change-object.js";
import type { CallOptions } from "./client-options.js";
import type { ResourceClient } from "./resource-client.js";
import type { Target } from "./target.js";
import type { Call } from "./transport.js";

type Writing = "create" | "replace" | "update" | "patch" | "apply" | "delete" | "deleteMany" | "status";
type Options = WriteOptions & CallOptions;

/** The methods that change objects. */
export function writeObjects<Stored extends StoredLike, Input extends InputLike, Indexes extends IndexShapes<Indexes>>(
  target: Target,
): Pick<ResourceClient<Stored, Input, Indexes>, Writing> {
  const { transport, collection, envelope, pathOf } = target;
  const get = getter<Stored>(target);
  const merge = merger<Stored>(target);
  const create = async (object: New<Input>, options?: CallOptions): Promise<Stored> =>
    transport.json({ method: "POST", path: collection, body: named(target, object), options });
  const replace = async (object: Sendable, options: Options = {}): Promise<Stored> => {
    const { name, version } = object.metadata;
    // With a version, the second of two is a `Conflict` with the first.
    const idempotent = version === undefined && options.ifMatch === undefined ? { idempotent: true } : {};
    const body = { ...envelope, ...object };
    return transport.json({ method: "PUT", body, ...idempotent, ...at(target, pathOf(name), options) });
  };
  return {
    create,
    replace,
    update: async (name: string, change: Changes<Input> | Change<Stored, Input>, options?: Options) => {
      if (typeof change === "function") return changeObject({ get, put: replace }, { name, change }, options);
      assertDefined(change);
      return merge(pathOf(name), change, options);
    },
    patch: async (name, body, options) => {
      const call = at(target, pathOf(name), options);
      return transport.json({ method: "PATCH", body, mediaType: JSON_PATCH_MEDIA_TYPE, ...call });
    },
    apply: async (object, options) =>
      applied(
        () => merge(pathOf(object.metadata.name), object, options),
        () => create(object, options),
      ),
    delete: async (name, options) => transport.json({ method: "DELETE", ...at(target, pathOf(name), options) }),
    deleteMany: async (options): Promise<ListResult<Stored>> => {
      assertMeant(options);
      const query = new URLSearchParams(selectionParameters(options));
      return transport.json({ method: "DELETE", path: collection, query, options });
    },
    status: statusObjects(target),
  };
}

function statusObjects<Stored extends StoredLike>(target: Target): StatusOfObjects<Stored, CallOptions> {
  const { transport, envelope, pathOf } = target;
  const merge = merger<Stored>(target);
  return {
    update: async (name, status, options) => {
      const path = `${pathOf(name)}/status`;
      if (typeof status !== "function") {
        assertDefined(status);
        return merge(path, { status }, options);
      }
      const put = (object: Sendable, given: Options): Promise<Stored> =>
        transport.json({ method: "PUT", body: { ...envelope, ...object }, ...at(target, path, given) });
      const change = async (object: Stored) => ({ metadata: { name }, status: await status(object) });
      return changeObject({ get: getter<Stored>(target), put }, { name, change }, options);
    },
  };
}

function getter<Stored>({ transport, pathOf }: Target): (name: string, options?: CallOptions) => Promise<Stored> {
  return async (name, options) => transport.json({ method: "GET", path: pathOf(name), options });
}

function merger<Stored>(target: Target): (path: string, body: unknown, options?: Options) => Promise<Stored> {
  return async (path, body, options) => {
    const call = { method: "PATCH", body, mediaType: MERGE_PATCH_MEDIA_TYPE };
    return target.transport.json({ ...call, ...at(target, path, options) });
  };
}

/** Where a write goes, and on which condition. */
function at({ tagOf }: Target, path: string, options?: Options): Pick<Call, "path" | "ifMatch" | "options"> {
  return { path, ifMatch: tagOf(options?.ifMatch), options };
}

/** An object with its whole name, which is made here: what is sent twice is `AlreadyExists`, and no second object. */
function named({ type, envelope }: Target, { metadata = {}, ...rest }: New<InputLike>): object {
  const { generateName = `${type.singular}-`, name = generateObjectName(generateName), ...given } = metadata;
  return { ...envelope, ...rest, metadata: { ...given, name } };
}
