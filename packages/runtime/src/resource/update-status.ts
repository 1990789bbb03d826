import { jsonEqual } from "@cmgen/model/internal";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { applyHooks, startWrite } from "./hooks/apply-hooks.js";
import { checkImmutable } from "./check-object.js";
import { assertChecked } from "./model-check.js";
import { readEnvelope, type Envelope } from "./envelope.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { cloneJson, memberOf, type JsonObject } from "../document/json-object.js";
import type { ApplyPatch } from "./patch-object.js";
import { newlyBroken } from "./ratchet.js";
import { assertFieldsAllowed, assertReferencesSeen, assertResultAllowed, withUnseen } from "./permission.js";
import { rewrite } from "./rewrite.js";
import type { ShownBytes } from "./shown-bytes.js";
import type { StoredObject } from "./stored-object.js";
import { assertVersion } from "./update-object.js";
import { throughVersion } from "./version-write.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

const ENVELOPE: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "spec", "status"]);

/**
 * Replaces `status` of the object called `name` and nothing else (HTTP API, Objects). `next` makes the wanted body from the stored object. Only
 * its `status`, and for the lock its `metadata.version`, are used.
 *
 * @throws {ApiError} `BadRequest`, `NotFound`, `Conflict`, `PreconditionFailed`, `Invalid`, `DuplicateIndexValue`, `TooLarge`.
 */
export async function updateStatus(
  unstarted: WriteContext,
  target: { readonly name: string; readonly next: ApplyPatch },
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  const { model, view } = context;
  return rewrite(context, { name: target.name, condition }, async ({ stored, shown, seen }) => {
    const given = readEnvelope(view.model, await target.next(seen), target.name);
    assertKnownMembers(given);
    assertVersion(context, stored, given);
    const permit = context.access?.scope.changing(stored);
    // Of a status nothing else is written: what the rest of a body says does not matter.
    const body = withUnseen(context, onlyStatus(given), { stored, shown });
    const recheck = (made: JsonObject): StoredObject => withStatus(model, stored, memberOf(made, "status"));
    const write = async (made: JsonObject): Promise<StoredObject> => {
      const object = recheck(made);
      await assertReferencesSeen(context, object, stored);
      const result = await applyHooks(context, { subresource: "status", object, old: stored, recheck });
      return assertResultAllowed(context, permit, { result, before: stored });
    };
    if (view.isStorage && permit === undefined) return write(body);
    const sent = withStatus(view.model, shown, memberOf(body, "status"));
    assertFieldsAllowed(permit, { before: shown, after: sent });
    if (view.isStorage) return write(body);
    assertChecked(view.model, { object: sent, old: shown });
    return throughVersion(context, sent, (object) =>
      write(jsonEqual(object, shown) ? stored : view.toStorage(object, stored)),
    );
  });
}

function onlyStatus(given: Envelope): Envelope {
  const { apiVersion, kind, metadata } = given;
  const { name } = metadata;
  const status = memberOf(given, "status");
  return { apiVersion, kind, metadata: { name }, ...(status !== undefined && { status }) };
}

function assertKnownMembers(body: Envelope): void {
  const unknown = Object.keys(body).filter((member) => !ENVELOPE.has(member));
  if (unknown.length === 0) return;
  throw invalid(
    unknown.map((member) => ({ path: `/${member}`, keyword: "additionalProperties", message: "is not a known field" })),
  );
}

/**
 * The stored object with another status that matches the schema. A spec that was stored under an older schema is neither checked nor given new
 * defaults here: both happen at the next update of the spec.
 */
function withStatus(model: ModelDescriptor, stored: StoredObject, status: unknown): StoredObject {
  const { status: _, ...rest } = stored;
  const candidate = cloneJson(status === undefined ? rest : { ...rest, status });
  const ofStatus = model.validate(candidate).filter(isOfStatus);
  const change = { old: stored, next: candidate };
  const broken = ofStatus.length === 0 ? [] : newlyBroken(ofStatus, { ...change, check: model.validate });
  const changed = checkImmutable(model, change, ofStatus).filter(isOfStatus);
  if (broken.length + changed.length > 0) throw invalid([...broken, ...changed]);
  const checked = memberOf(candidate, "status");
  return {
    ...rest,
    apiVersion: stored.apiVersion,
    kind: stored.kind,
    metadata: stored.metadata,
    ...(checked !== undefined && { status: checked }),
  };
}

function isOfStatus({ path }: BrokenRule): boolean {
  return path === "/status" || path.startsWith("/status/");
}
