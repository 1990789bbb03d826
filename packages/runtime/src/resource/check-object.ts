import { checkObjectMeta, DEFAULT_RESERVED_LABEL_PREFIXES } from "@cmgen/model/internal";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { withoutServerOwned, type Envelope } from "./envelope.js";
import { immutableChanges } from "./immutable-changes.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { newlyBroken } from "./ratchet.js";
import { comparedDraft } from "./sent-draft.js";
import type { StoredObject } from "./stored-object.js";
import type { NamingPolicy } from "./write-context.js";

/**
 * Checks an object against the schema, which also fills in defaults, the naming rules, and, if it replaces `old`, the immutable fields. Problems
 * that `old` has too, in a part that the update does not change, do not count. Only defaults change `draft`. Server-owned values sent by the
 * caller are not part of the object and are ignored. `secrets` are the secret fields that the caller has sent, which count as changed.
 *
 * @throws {ApiError} `Invalid` with every cause.
 */
export function assertShape(
  model: ModelDescriptor,
  draft: Envelope,
  {
    policy,
    old,
    secrets = [],
  }: { readonly policy: NamingPolicy; readonly old?: StoredObject; readonly secrets?: readonly string[] },
): void {
  const check = (object: Envelope): readonly BrokenRule[] => {
    const broken = model.validate(object);
    return broken.concat(checkNaming(object, policy));
  };
  const found = check(draft);
  const next = comparedDraft(draft, secrets);
  const broken = old === undefined || found.length === 0 ? found : newlyBroken(found, { old, next, check });
  const changed = old === undefined ? [] : checkImmutable(model, { old, next }, found);
  if (broken.length + changed.length > 0) throw invalid([...broken, ...changed]);
}

/** The immutable fields that would change, except those with a `known` problem. */
export function checkImmutable(
  { immutable }: ModelDescriptor,
  change: { readonly old: StoredObject; readonly next: object },
  known: readonly BrokenRule[],
): readonly BrokenRule[] {
  if (immutable === undefined) return [];
  const paths = new Set(known.map(({ path }) => path));
  return immutableChanges(immutable, change).filter(({ path }) => !paths.has(path));
}

function checkNaming(draft: Envelope, policy: NamingPolicy): readonly BrokenRule[] {
  const metadata = withoutServerOwned(draft.metadata);
  const broken = checkObjectMeta(metadata, {
    form: "input",
    ...(policy.reservedLabelKeys === "reject" && { rejectReservedLabels: DEFAULT_RESERVED_LABEL_PREFIXES }),
  });
  const nameless: BrokenRule = {
    path: "/metadata/name",
    keyword: "required",
    message: "must be set, unless generateName is",
  };
  return Object.hasOwn(metadata, "name") ? broken : [nameless, ...broken];
}
