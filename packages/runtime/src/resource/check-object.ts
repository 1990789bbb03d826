import { checkObjectMeta, DEFAULT_RESERVED_LABEL_PREFIXES } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Envelope } from "./envelope.js";
import { immutableChanges } from "./immutable-changes.js";
import { invalid, type BrokenRule } from "./invalid.js";
import { withoutServerOwned } from "./stamp.js";
import type { StoredObject } from "./stored-object.js";

/** How strict the naming rules are taken. */
export interface NamingPolicy {
  /** Whether reserved label keys (spec 2.3) are let through. */
  readonly reservedLabelKeys: "accept" | "reject";
}

/**
 * Holds an object against the schema, which also fills in defaults, against the naming rules, and, where it takes the place of `old`,
 * against the fields that may not change. `draft` is changed by the defaults and by nothing else. The caller's server-owned values are
 * no part of the object and not looked at.
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

/** The immutable fields that would change, but for those of which something is `known` to be wrong already. */
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
 * Holds an object that keeps the schema against the model's own rules (spec 2.4); `old` is what it takes the place of. A rule that
 * throws, or says neither true nor false, is a mistake in the plugin and not in the object: nothing is written, the log has which rule.
 *
 * @throws {ApiError} `Invalid` with every rule broken, `InternalError` where a rule fails.
 */
export function assertRules(model: ModelDescriptor, change: RuleSubject): void {
  const broken = model.rules.flatMap(({ path, message }, position) =>
    keepsRule(model, position, change) ? [] : [{ path, keyword: "rule", message }],
  );
  if (broken.length > 0) throw invalid(broken);
}

/** An object on its way in, and the one that is stored. */
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
