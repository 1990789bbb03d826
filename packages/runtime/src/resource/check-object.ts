import { checkObjectMeta, DEFAULT_RESERVED_LABEL_PREFIXES } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { withoutServerOwned, type Envelope } from "./envelope.js";
import { cloneJson } from "../document/json-object.js";
import { immutableChanges } from "./immutable-changes.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { isSameAt, newlyBroken } from "./ratchet.js";
import type { StoredObject } from "./stored-object.js";
import type { NamingPolicy } from "./write-context.js";

/**
 * Checks an object against the schema, which also fills in defaults, the naming rules, and, if it replaces `old`, the immutable fields. Problems
 * that `old` has too, in a part that the update does not change, do not count. Only defaults change `draft`. Server-owned values sent by the
 * caller are not part of the object and are ignored.
 *
 * @throws {ApiError} `Invalid` with every cause.
 */
export function assertShape(
  model: ModelDescriptor,
  draft: Envelope,
  { policy, old }: { readonly policy: NamingPolicy; readonly old?: StoredObject },
): void {
  const check = (object: Envelope): readonly BrokenRule[] => {
    const broken = model.validate(object);
    return broken.concat(checkNaming(object, policy));
  };
  const found = check(draft);
  const broken = old === undefined || found.length === 0 ? found : newlyBroken(found, { old, next: draft, check });
  const changed = old === undefined ? [] : checkImmutable(model, { old, next: draft }, found);
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

/**
 * Checks an object against the model's own rules (spec 2.4); `old` is the object that it replaces. A rule that `old` breaks as well does not
 * refuse an update that leaves the rule's part of the object alone. A rule that throws, or returns neither true nor false, is a mistake in
 * the plugin, not in the object: nothing is written, and the log names the rule.
 *
 * @throws {ApiError} `Invalid` with every broken rule, `InternalError` if a rule fails.
 */
export function assertRules(model: ModelDescriptor, change: RuleSubject): void {
  const broken = model.rules.flatMap((rule, position): readonly BrokenRule[] => {
    const verdict = judge(rule, change);
    if (verdict === "kept" || isOldNews(model, rule, { ...change, verdict })) return [];
    if (verdict === "broken") return [{ path: rule.path, keyword: "rule", message: rule.message }];
    const about = `The rule ${describeRule(model, position)} failed on ${change.object.metadata.name}`;
    throw ApiError.from(new Error(about, { cause: verdict.failure }));
  });
  if (broken.length > 0) throw invalid(broken);
}

/** The new object, and the stored one. */
interface RuleSubject {
  readonly object: StoredObject;
  readonly old?: StoredObject;
}

type ModelRule = ModelDescriptor["rules"][number];
type Verdict = "kept" | "broken" | { readonly failure: unknown };

/** Applies a rule to an object. */
export function judge(rule: ModelRule, { object, old }: RuleSubject): Verdict {
  try {
    const kept: unknown = rule.check(object, old);
    if (typeof kept === "boolean") return kept ? "kept" : "broken";
    const returned = kept instanceof Promise ? "a promise" : String(kept);
    return { failure: new TypeError(`check returned ${returned}, and not true or false`) };
  } catch (failure) {
    return { failure };
  }
}

/**
 * Whether the stored object breaks the rule too, and has the same value at the rule's path; a rule without a path counts as one about `spec`. A
 * rule that compares with the old object is tried on the stored object as both, where it normally holds. A rule that throws counts as old
 * only if the object does not match the schema, for which the rule was not written.
 */
function isOldNews(
  model: ModelDescriptor,
  rule: ModelRule,
  { object, old, verdict }: RuleSubject & { readonly verdict: Verdict },
): boolean {
  if (old === undefined) return false;
  // Defaults that are newer than the stored object come with any update.
  const filled = cloneJson(old);
  model.validate(filled);
  if (!isSameAt(rule.path === "" ? "/spec" : rule.path, filled, object)) return false;
  const before = judge(rule, { object: filled, old: filled });
  if (typeof verdict === "string") return before === verdict;
  return typeof before !== "string" && model.validate(cloneJson(object)).length > 0;
}

/** Names a rule by its place in the declaration, since rules have no names. */
function describeRule({ group, version, kind, rules }: ModelDescriptor, position: number): string {
  return `rules[${position}] (${rules[position]?.path ?? ""}) of ${group}/${version} ${kind}`;
}
