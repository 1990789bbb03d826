import type { Stored } from "@cmgen/model";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { ObjectHistory } from "../resource/history/object-history.js";
import { listHistory, readVersion } from "../resource/history/read-history.js";
import { restoreVersion } from "../resource/history/restore-version.js";
import { printStored } from "../resource/stored-object.js";
import type { OwnContexts } from "./own-context.js";
import { parseStoredAs } from "./own-list.js";
import { conditionOf } from "./write-own-objects.js";

/** The methods for former versions. */
export function ownHistory<T extends ExtensionObject>(as: OwnContexts): ObjectHistory<Stored<T>> {
  return {
    history: async (name, options) => listHistory(as({ verb: "get" }), name, options),
    version: async (name, version, { uid } = {}) =>
      parseStoredAs<T>(printStored((await readVersion(as({ verb: "get" }), { name, version, uid })).shown)),
    restore: async (name, version, { uid, ...options } = {}) => {
      const context = as({ verb: "update" });
      const condition = conditionOf(context, name, options);
      return parseStoredAs<T>((await restoreVersion(context, { name, version, uid }, condition)).data);
    },
  };
}
