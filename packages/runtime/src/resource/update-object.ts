import type { ChangePermit } from "../access/scope.js";
import { applyHooks, type Change, startWrite } from "./hooks/apply-hooks.js";
import { assertShape } from "./check-object.js";
import { readEnvelope, stamp, type Envelope } from "./envelope.js";
import { invalid } from "./invalid.js";
import { keepStatus } from "./kept-status.js";
import { memberOf } from "../document/json-object.js";
import { conflict, otherObject } from "./refusal.js";
import { assertFieldsAllowed, assertReferencesSeen, assertResultAllowed, withUnseen } from "./permission.js";
import { rewrite, type Successor } from "./rewrite.js";
import { comparedDraft, type MakeDraft, type SentDraft } from "./sent-draft.js";
import type { ShownBytes } from "./shown-bytes.js";
import { assertFinalizersKept, isTerminating, type StoredObject } from "./stored-object.js";
import { checkedAsVersion, storageSuccessor, throughVersion, type HeldObject } from "./version-write.js";
import type { WriteCondition, WriteContext } from "./write-context.js";

/**
 * Replaces the object called `name` with `body` (HTTP API, Objects). `body` is modified: defaults are written into it.
 *
 * @throws {ApiError} `BadRequest`, `NotFound`, `Conflict`, `PreconditionFailed`, `Invalid`, `DuplicateIndexValue`, `TooLarge`.
 */
export async function updateObject(
  unstarted: WriteContext,
  target: { readonly name: string; readonly body: unknown },
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  const envelope = readEnvelope(context.view.model, target.body, target.name);
  return rewrite(context, { name: target.name, condition }, (held) =>
    successor(context, held, { draft: { ...envelope }, secrets: [] }),
  );
}

/**
 * Replaces the object called `name` with what `next` makes of it, which may be called several times: see {@link rewrite}.
 *
 * @throws {ApiError} what {@link updateObject} throws.
 */
export async function changeObject(
  unstarted: WriteContext,
  target: { readonly name: string; readonly next: MakeDraft },
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  return rewrite(context, { name: target.name, condition }, async (held) => {
    const { body, secrets } = await target.next(held.seen);
    return successor(context, held, { draft: readEnvelope(context.view.model, body, target.name), secrets });
  });
}

/** What a caller sends, of its version, and the secret fields in it. */
export interface Given extends Pick<SentDraft, "secrets"> {
  readonly draft: Envelope;
}

/** The object that replaces a stored one. */
export async function successor(context: WriteContext, held: HeldObject, given: Given): Promise<Successor> {
  const { view } = context;
  const { stored, shown } = held;
  const { secrets } = given;
  const permit = context.access?.scope.changing(stored);
  const draft = withUnseen(context, given.draft, held);
  assertVersion(context, stored, draft);
  assertStillDeleted(stored, draft);
  if (view.model.statusSubresource) keepStatus(draft, shown);
  const isChange = secrets.length > 0;
  if (view.isStorage) return { object: await storageChange(context, { stored, permit, secrets }, draft), isChange };
  const sent = checkedAsVersion(context, { draft, owned: shown.metadata, old: shown, secrets });
  assertFieldsAllowed(permit, { before: shown, after: comparedDraft(sent, secrets) });
  // The pointers are of the caller's version, whose rules have been checked.
  const changing = { stored, permit, secrets: [] };
  const object = await throughVersion(context, sent, (made) =>
    storageChange(context, changing, { ...storageSuccessor(context, held, made) }),
  );
  return { object, isChange };
}

/** An object that is changed, what the caller may change in it, and the secret fields that it has sent. */
interface Changing {
  readonly stored: StoredObject;
  readonly permit: ChangePermit | undefined;
  readonly secrets: readonly string[];
}

function storageChange(
  context: WriteContext,
  { stored, permit, secrets }: Changing,
  draft: Envelope,
): StoredObject | Promise<StoredObject> {
  const recheck = (made: Envelope): StoredObject => checked(context, made, { old: stored, secrets });
  const change = { object: recheck(draft), old: stored, recheck, secrets };
  if (permit === undefined) return applyHooks(context, change);
  return permittedChange(context, permit, change);
}

async function permittedChange(context: WriteContext, permit: ChangePermit, change: Change): Promise<StoredObject> {
  const { object, old, secrets = [] } = change;
  if (context.view.isStorage) assertFieldsAllowed(permit, { before: old, after: comparedDraft(object, secrets) });
  await assertReferencesSeen(context, object, old);
  return assertResultAllowed(context, permit, { result: await applyHooks(context, change), before: old });
}

function checked(
  { model, policy }: WriteContext,
  draft: Envelope,
  { old, secrets }: { readonly old: StoredObject } & Pick<SentDraft, "secrets">,
): StoredObject {
  assertShape(model, draft, { policy, old, secrets });
  const object = stamp(draft, old.metadata);
  assertFinalizersKept(old, object);
  return object;
}

/** Spec 2.2: an update with another version than the stored one fails, and one that means another object (HTTP API, Objects). */
export function assertVersion({ view }: WriteContext, stored: StoredObject, draft: Envelope): void {
  const uid = memberOf(draft.metadata, "uid");
  if (uid !== undefined && uid !== stored.metadata.uid) throw otherObject(view.model, stored.metadata.name);
  const version = memberOf(draft.metadata, "version");
  if (version === undefined || version === stored.metadata.version) return;
  if (!Number.isInteger(version))
    throw invalid([{ path: "/metadata/version", keyword: "type", message: "must be a whole number" }]);
  throw conflict(view.model, stored.metadata.name, stored.metadata.version);
}

/** An object marked as deleted stays so. A body may leave the timestamp out, but not set it to `null`. */
function assertStillDeleted(stored: StoredObject, draft: Envelope): void {
  if (!isTerminating(stored) || memberOf(draft.metadata, "deletionTimestamp") !== null) return;
  throw invalid([
    {
      path: "/metadata/deletionTimestamp",
      keyword: "immutable",
      message: "cannot be cleared: the object is being deleted",
    },
  ]);
}
