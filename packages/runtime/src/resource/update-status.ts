import { jsonEqual } from "@cmgen/model/internal";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { applyHooks, startWrite } from "./hooks/apply-hooks.js";
import { checkImmutable } from "./check-object.js";
import { assertChecked } from "./model-check.js";
import { readEnvelope, type Envelope } from "./envelope.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { cloneJson, memberOf, type JsonObject } from "../document/json-object.js";
import { newlyBroken } from "./ratchet.js";
import { assertFieldsAllowed, assertReferencesSeen, assertResultAllowed, withUnseen } from "./permission.js";
import { rewrite, type Successor } from "./rewrite.js";
import { comparedDraft, type MakeDraft, type SentDraft } from "./sent-draft.js";
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
  target: { readonly name: string; readonly next: MakeDraft },
  condition: WriteCondition = {},
): Promise<ShownBytes> {
  const context = startWrite(unstarted);
  const { model, view } = context;
  return rewrite(context, { name: target.name, condition }, async ({ stored, shown, seen }) => {
    const sentDraft = await target.next(seen);
    const secrets = sentDraft.secrets.filter((pointer) => pointer.startsWith("/status/"));
    const given = readEnvelope(view.model, sentDraft.body, target.name);
    assertKnownMembers(given);
    assertVersion(context, stored, given);
    const permit = context.access?.scope.changing(stored);
    // Of a status nothing else is written: what the rest of a body says does not matter.
    const body = withUnseen(context, onlyStatus(given), { stored, shown });
    // The pointers are of the caller's version.
    const storedSecrets = view.isStorage ? secrets : [];
    const recheck = (made: JsonObject): StoredObject =>
      withStatus(model, stored, { status: memberOf(made, "status"), secrets: storedSecrets });
    const write = async (made: JsonObject): Promise<Successor> => {
      const object = recheck(made);
      await assertReferencesSeen(context, object, stored);
      const result = await applyHooks(context, { subresource: "status", object, old: stored, recheck, secrets });
      return {
        object: await assertResultAllowed(context, permit, { result, before: stored }),
        isChange: secrets.length > 0,
      };
    };
    if (view.isStorage && permit === undefined) return write(body);
    const sent = withStatus(view.model, shown, { status: memberOf(body, "status"), secrets });
    assertFieldsAllowed(permit, { before: shown, after: comparedDraft(sent, secrets) });
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
function withStatus(
  model: ModelDescriptor,
  stored: StoredObject,
  { status, secrets }: { readonly status: unknown } & Pick<SentDraft, "secrets">,
): StoredObject {
  const { status: _, ...rest } = stored;
  const candidate = cloneJson(status === undefined ? rest : { ...rest, status });
  const ofStatus = model.validate(candidate).filter(isOfStatus);
  const change = { old: stored, next: comparedDraft(candidate, secrets) };
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
