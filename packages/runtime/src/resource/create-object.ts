import { randomUUID } from "node:crypto";
import { checkGenerateName, generateObjectName } from "@cmgen/model/internal";
import type { ChangePermit } from "../access/scope.js";
import { applyHooks } from "./hooks/apply-hooks.js";
import { HookRetry } from "./hooks/hook-retry.js";
import { assertShape } from "./check-object.js";
import { changedMeta } from "./changed-meta.js";
import { readEnvelope, stamp, type Envelope, type ServerOwned } from "./envelope.js";
import { memberOf } from "../document/json-object.js";
import { recordOf } from "./object-record.js";
import { assertFieldsAllowed, assertReferencesSeen, assertResultAllowed } from "./permission.js";
import { type ShownBytes, shownData } from "./shown-bytes.js";
import { keepStatus } from "./kept-status.js";
import { refusalError } from "./refusal.js";
import { parseStored, type StoredObject } from "./stored-object.js";
import { checkedAsVersion, throughVersion } from "./version-write.js";
import type { WriteContext } from "./write-context.js";

/** Random names that are tried before a prefix counts as used up. */
const NAME_ATTEMPTS = 8;

/** An object just created. */
export interface Created extends ShownBytes {
  readonly name: string;
}

/**
 * Creates an object (HTTP API, Objects). `body` is modified: defaults are written into it.
 *
 * @throws {ApiError} `BadRequest`, `Invalid`, `AlreadyExists`, `DuplicateIndexValue`, `TooLarge`.
 */
export async function createObject(context: WriteContext, body: unknown): Promise<Created> {
  const { model } = context.view;
  const draft = readEnvelope(model, body);
  if (model.statusSubresource) keepStatus(draft, undefined);
  // Before defaults are written into it, which nobody has sent.
  const permit = context.access?.scope.changing(undefined);
  assertFieldsAllowed(permit, { before: undefined, after: draft });
  const prefix = prefixOf(draft);
  if (prefix !== undefined) return insertGenerated(context, { draft, permit }, prefix);
  const created = await tryInsert(context, { draft, permit });
  if ("refused" in created) throw created.refused;
  return created;
}

/** The prefix for a generated name, if one is wanted. The naming rules check it. */
function prefixOf({ metadata }: Envelope): string | undefined {
  const prefix = memberOf(metadata, "generateName");
  const wanted = !Object.hasOwn(metadata, "name") && typeof prefix === "string";
  return wanted && checkGenerateName(prefix).length === 0 ? prefix : undefined;
}

/** What a caller sends, and what it may create. */
interface Creation {
  readonly draft: Envelope;
  readonly permit: ChangePermit | undefined;
}

async function insertGenerated(context: WriteContext, creation: Creation, prefix: string): Promise<Created> {
  for (let attempt = 1; ; attempt++) {
    creation.draft.metadata["name"] = generateObjectName(prefix);
    const created = await tryInsert(context, creation);
    if (!("refused" in created)) return created;
    if (created.refused.code !== "AlreadyExists" || attempt === NAME_ATTEMPTS) throw created.refused;
  }
}

type Inserted = Created | { readonly refused: ReturnType<typeof refusalError> };

async function tryInsert(context: WriteContext, { draft, permit }: Creation): Promise<Inserted> {
  const { view, clock } = context;
  const retry = new HookRetry(context);
  const owned = { uid: randomUUID(), creationTimestamp: new Date(clock()).toISOString(), version: 1 };
  const recheck = (made: Envelope): StoredObject => checked(context, made, owned);
  for (;;) {
    const sent = view.isStorage ? recheck(draft) : checkedAsVersion(context, { draft, owned });
    const hooked = async (object: StoredObject): Promise<StoredObject> => {
      await assertReferencesSeen(context, object, undefined);
      return assertResultAllowed(context, permit, { result: await applyHooks(context, { object, recheck }) });
    };
    const made = await (view.isStorage
      ? hooked(sent)
      : throughVersion(context, sent, (each) => hooked(recheck(view.toStorage(each, undefined)))));
    const completed = context.complete?.(made) ?? made;
    const inserted = await insert(context, context.keeper?.created(context, completed) ?? completed);
    if (!("refused" in inserted) || inserted.refused.code !== "DuplicateIndexValue" || !retry.mayHelp(made))
      return inserted;
  }
}

/**
 * Stores a new object. Where its name was deleted within the change log's time, it begins at the version after the last, so that a version that
 * somebody still remembers is not one of the new object.
 */
async function insert(context: WriteContext, made: StoredObject): Promise<Inserted> {
  const { model, store, usedNames } = context;
  let object = { ...made, metadata: changedMeta(context, made.metadata, made.metadata.version) };
  let deletedUpTo = 0;
  for (;;) {
    const record = recordOf(context, object);
    const shown = shownData(context, { object, data: record.data });
    const outcome = await store.create(model, { ...record, deletedUpTo });
    if (outcome.refused === undefined) return { name: record.name, uid: record.uid, version: record.version, ...shown };
    if (outcome.refused !== "name-was-used" || usedNames === "refuse")
      return { refused: refusalError(context, { object }, outcome) };
    const version = parseStored({ data: outcome.last }).metadata.version + 1;
    object = { ...made, metadata: changedMeta(context, made.metadata, version) };
    deletedUpTo = outcome.revision;
  }
}

function checked({ model, policy }: WriteContext, draft: Envelope, owned: ServerOwned): StoredObject {
  assertShape(model, draft, { policy });
  return stamp(draft, owned);
}
