import { applied } from "@cmgen/model";
import { cloneJson, type JsonObject } from "../../document/json-object.js";
import { createObject } from "../create-object.js";
import type { ShownBytes } from "../shown-bytes.js";
import type { StoredObject } from "../stored-object.js";
import { changeObject } from "../update-object.js";
import type { WriteCondition, WriteContext } from "../write-context.js";
import { historyOf, readVersion, type VersionTarget } from "./read-history.js";

/** What has become of an object, and whether it had been deleted. */
export interface Restored extends ShownBytes {
  readonly isCreated: boolean;
}

/** The condition of a restore, also for an object that is not there. */
export interface RestoreCondition extends WriteCondition {
  /** Throws to refuse the creation of an object that was deleted. */
  readonly absent?: () => void;
}

/**
 * Writes a version of an object again: labels, annotations, spec and, where the main endpoint writes it, status. It is an ordinary write, which
 * passes today's rules. An object that was deleted is created, with a uid of its own. Finalizers stay as they are now: those of then may wait for
 * somebody who is gone.
 *
 * @throws {ApiError} `NotFound` if the version is not kept, and what an update or a create throws.
 */
export async function restoreVersion(
  context: WriteContext,
  target: VersionTarget,
  condition: RestoreCondition = {},
): Promise<Restored> {
  const { name } = target;
  const { stored, seen, isMasked } = await readVersion(context, target);
  // In the form that is stored, so that what the caller's version cannot express is restored as well; but nothing that is hidden from the caller.
  const writing: WriteContext = isMasked ? context : { ...context, view: historyOf(context).view };
  const version = isMasked ? seen : stored;
  const next = async (now: StoredObject): Promise<unknown> => bodyOf(writing, version, now.metadata.finalizers);
  const restored = await applied<Restored>(
    async () => ({ ...(await changeObject(writing, { name, next }, condition)), isCreated: false }),
    async () => {
      condition.absent?.();
      const creating: WriteContext = { ...writing, access: context.access?.for({ verb: "create" }) };
      return { ...(await createObject(creating, bodyOf(writing, version, undefined))), isCreated: true };
    },
  );
  // What was written in the form that is stored has what is secret.
  return isMasked ? restored : { ...restored, data: context.view.shownBytes(restored.data, true) };
}

/** What is sent of a version; into a copy, since defaults are written into it. */
function bodyOf({ model }: WriteContext, version: StoredObject, finalizers: string[] | undefined): JsonObject {
  const { name, labels, annotations } = version.metadata;
  const { status, ...rest } = version;
  return cloneJson<JsonObject>({
    ...rest,
    metadata: {
      name,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ...(finalizers !== undefined && { finalizers }),
    },
    ...(status !== undefined && !model.statusSubresource && { status }),
  });
}
