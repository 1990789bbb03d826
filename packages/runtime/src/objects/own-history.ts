import type { Stored } from "@cmgen/model";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { ObjectHistory } from "../resource/history/object-history.js";
import { listHistory, readVersion } from "../resource/history/read-history.js";
import { restoreVersion } from "../resource/history/restore-version.js";
import { printStored } from "../resource/stored-object.js";
import type { WriteContext } from "../resource/write-context.js";
import type { OwnContexts } from "./own-context.js";
import { parseStoredAs } from "./own-list.js";
import { conditionOf } from "./write-own-objects.js";

/** The methods for former versions. */
export function ownHistory<T extends ExtensionObject>(as: OwnContexts): ObjectHistory<Stored<T>> {
  return {
    history: async (name, options) => listHistory(reading(as), name, options),
    version: async (name, version, { uid } = {}) =>
      parseStoredAs<T>(printStored((await readVersion(reading(as), { name, version, uid })).shown)),
    restore: async (name, version, { uid, ...options } = {}) => {
      reading(as);
      const context = as({ verb: "update" });
      const condition = conditionOf(context, name, options);
      return parseStoredAs<T>((await restoreVersion(context, { name, version, uid }, condition)).data);
    },
  };
}

/** @throws {ApiError} `Forbidden` where no role of the caller allows to read objects, or their history. */
function reading(as: OwnContexts): WriteContext {
  as({ verb: "get" });
  return as({ verb: "get", subresource: "history" });
}
