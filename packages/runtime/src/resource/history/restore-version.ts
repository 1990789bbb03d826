import { applied } from "@cmgen/model/internal";
import { restoreFields } from "../../access/field-path.js";
import { ApiError } from "../../error/api-error.js";
import { cloneJson, type JsonObject } from "../../document/json-object.js";
import { createObject } from "../create-object.js";
import type { ShownBytes } from "../shown-bytes.js";
import type { SentDraft } from "../sent-draft.js";
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
 * @throws {ApiError} `NotFound` if the caller may read no such version, `Forbidden` if it may not create what was deleted, and what an update or a
 * create throws.
 */
export async function restoreVersion(
  context: WriteContext,
  target: VersionTarget,
  condition: RestoreCondition = {},
): Promise<Restored> {
  const { name } = target;
  const { stored, seen, hidden } = await readVersion(context, target);
  const isMasked = hidden.length > 0;
  // In the form that is stored, so that what the caller's version cannot express is restored as well; but nothing that is hidden from the caller.
  const writing: WriteContext = isMasked ? context : { ...context, view: historyOf(context).view };
  const version = isMasked ? seen : stored;
  // The caller sends no secret field: those of the version are written as they were.
  const next = (now: StoredObject): SentDraft => {
    const body = bodyOf(writing, version, now.metadata.finalizers);
    restoreFields(body, now, hidden);
    return { body, secrets: [] };
  };
  const restored = await applied<Restored>(
    async () => ({ ...(await changeObject(writing, { name, next }, condition)), isCreated: false }),
    async () => {
      const creating: WriteContext = { ...writing, access: context.access?.for({ verb: "create" }) };
      assertCreatable(creating, stored);
      condition.absent?.();
      return { ...(await createObject(creating, bodyOf(writing, version, undefined))), isCreated: true };
    },
  );
  // What was written in the form that is stored has what is secret.
  return isMasked ? restored : { ...restored, data: context.view.shownBytes(restored.data, true) };
}

/**
 * Asked before the version is checked by today's rules, which are not for anyone who may not write it.
 *
 * @throws {ApiError} `Forbidden`
 */
function assertCreatable({ access, view }: WriteContext, stored: StoredObject): void {
  if (access === undefined || access.scope.covers(stored)) return;
  const what = `${view.model.singular} ${JSON.stringify(stored.metadata.name)}`;
  throw new ApiError("Forbidden", `There is no ${what} any more, and the caller may not create it as it was.`);
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
