import { checkObjectMeta, DEFAULT_RESERVED_LABEL_PREFIXES } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Envelope } from "./envelope.js";
import { immutableChanges } from "./immutable-changes.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { withoutServerOwned } from "./stamp.js";
import type { StoredObject } from "./stored-object.js";

/** How strict the naming rules are. */
export interface NamingPolicy {
  /** Whether reserved label keys (spec 2.3) are accepted. */
  readonly reservedLabelKeys: "accept" | "reject";
}

/**
 * Checks an object against the schema, which also fills in defaults, the naming rules, and, if it replaces `old`, the immutable fields. Only
 * defaults change `draft`. Server-owned values sent by the caller are not part of the object and are ignored.
 *
 * @throws {ApiError} `Invalid` with every cause.
 */
export function assertShape(
  model: ModelDescriptor,
  draft: Envelope,
  { policy, old }: { readonly policy: NamingPolicy; readonly old?: StoredObject },
): void {
  const broken = [...model.validate(draft), ...checkNaming(draft, policy)];
  if (old !== undefined) broken.push(...checkImmutable(model, { old, next: draft }, broken));
  if (broken.length > 0) throw invalid(broken);
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
 * Checks an object that matches the schema against the model's own rules (spec 2.4); `old` is the object that it replaces. A rule that throws, or
 * returns neither true nor false, is a mistake in the plugin, not in the object: nothing is written, and the log names the rule.
 *
 * @throws {ApiError} `Invalid` with every broken rule, `InternalError` if a rule fails.
 */
export function assertRules(model: ModelDescriptor, change: RuleSubject): void {
  const broken = model.rules.flatMap(({ path, message }, position) =>
    keepsRule(model, position, change) ? [] : [{ path, keyword: "rule", message }],
  );
  if (broken.length > 0) throw invalid(broken);
}

/** The new object, and the stored one. */
interface RuleSubject {
  readonly object: StoredObject;
  readonly old?: StoredObject;
}

function keepsRule(model: ModelDescriptor, position: number, { object, old }: RuleSubject): boolean {
  try {
    const kept: unknown = model.rules[position]?.check(object, old);
    if (typeof kept === "boolean") return kept;
    throw new TypeError(
      `check returned ${kept instanceof Promise ? "a promise" : String(kept)}, and not true or false`,
    );
  } catch (error) {
    throw ApiError.from(
      new Error(`The rule ${describeRule(model, position)} failed on ${object.metadata.name}`, { cause: error }),
    );
  }
}

/** Where a rule is declared: rules have no names. */
function describeRule({ group, version, kind, rules }: ModelDescriptor, position: number): string {
  return `rules[${position}] (${rules[position]?.path ?? ""}) of ${group}/${version} ${kind}`;
}
