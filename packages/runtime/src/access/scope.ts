import { ApiError } from "../error/api-error.js";
import { bothOf, everything } from "../list/all-of.js";
import { listFields, type ShownIn } from "../list/list-fields.js";
import { matchesSelection, type SelectableObject, SelectableState } from "../list/match-selection.js";
import { planRowRule } from "../list/plan-list.js";
import type { IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";
import type { AllOf } from "@cmgen/store";
import type { Caller } from "./caller.js";
import { changedPointers, type FieldPath, isWithin, parseFieldPath } from "./field-path.js";
import type { Rule } from "./role.js";

/** A rule for one caller, whose selector is known. */
interface BoundRule {
  readonly rule: Rule;
  /** Absent where it covers all objects. */
  readonly rows: AllOf | undefined;
}

/** The objects of a resource that one caller may do one thing with, and what of them is shown and can be changed. */
export class Scope {
  /** The alternatives of which an object must match one; absent where all objects are covered. */
  readonly rows: readonly AllOf[] | undefined;
  /** Every field that is hidden in some object. */
  readonly hidden: readonly FieldPath[];
  readonly #storage: ModelDescriptor;
  readonly #rules: readonly BoundRule[];
  /** Whether all objects that are covered lack the same fields. */
  readonly isEven: boolean;
  #key: string | undefined;

  /** @throws {ApiError} `NotReady` if the rule of a plugin fails: then nobody knows what the caller may see. */
  constructor(storage: ModelDescriptor, rules: readonly Rule[], caller: Caller) {
    this.#storage = storage;
    this.#rules = rules.flatMap((rule) => {
      const rows = rowsOf(storage, rule, caller);
      return rows === NOTHING ? [] : [{ rule, rows }];
    });
    const isOpen = this.#rules.some(({ rows }) => rows === undefined);
    this.rows = isOpen ? undefined : unrepeated(this.#rules.flatMap(({ rows }) => rows ?? []));
    const hidden = this.#rules.map(({ rule }) => rule.hidden);
    this.hidden = unrepeated(hidden.flat());
    this.isEven = new Set(hidden.map((paths) => JSON.stringify(paths))).size === 1;
  }

  /** Equal for scopes of the same objects that show the same of them. */
  get key(): string {
    // What is hidden where depends on each rule, and not only on what all of them hide together.
    this.#key ??= keyOf(this.#rules.map(({ rule, rows: covered }) => [covered ?? null, rule.hidden]));
    return this.#key;
  }

  /**
   * The objects in which the caller sees the fields that an index is made from; undefined if it sees them in every object that is covered. For
   * a version whose fields have other paths, the index that keeps the values counts too.
   */
  whereIndexIsShown(index: IndexDescriptor<never>): ShownIn | undefined {
    const key = keptIn(index);
    const kept = this.#storage.indexes.filter((each) => keptIn(each) === key);
    return this.#whereShown((hidden) => [index, ...kept].some((each) => isHiddenIndex(each, hidden)));
  }

  /** The same of a label. */
  whereLabelIsShown(label: string): ShownIn | undefined {
    return this.#whereShown((hidden) => hidden.some((path) => isWithin(["metadata", "labels", label], path)));
  }

  /** A field is shown in an object if one rule shows it that covers the object. */
  #whereShown(hides: (hidden: readonly FieldPath[]) => boolean): ShownIn | undefined {
    if (this.hidden.length === 0) return undefined;
    const hiding = this.#rules.filter(({ rule }) => hides(rule.hidden));
    const showing = this.#rules.filter((each) => !hiding.includes(each));
    if (hiding.length === 0 || showing.some(({ rows }) => rows === undefined)) return undefined;
    return {
      rows: unrepeated(showing.flatMap(({ rows }) => rows ?? [])),
      hiddenBy: unrepeated(hiding.map(({ rule }) => rule.role)),
    };
  }

  /** Whether it covers nothing: no role of the caller allows it. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether every object is covered and shown as it is. */
  get isWhole(): boolean {
    return this.rows === undefined && this.hidden.length === 0;
  }

  /** Whether an object, as it is stored, is covered. */
  covers(stored: SelectableObject): boolean {
    return this.rows === undefined ? !this.isEmpty : this.#covering(stored).length > 0;
  }

  /** The fields of a stored object that are not shown: those that every rule hides which covers it. */
  hiddenIn(stored: SelectableObject): readonly FieldPath[] {
    if (this.hidden.length === 0) return [];
    if (this.isEven) return this.hidden;
    return common(this.#covering(stored).map(({ rule }) => rule.hidden));
  }

  /**
   * The fields that a write cannot set or change, by every rule that covers a stored object; without one, by every rule. There may be more: a
   * change that one rule allows and a change that another allows are not allowed together.
   */
  lockedIn(stored?: SelectableObject): readonly FieldPath[] {
    const rules = stored === undefined ? this.#rules : this.#covering(stored);
    return unrepeated(common(rules.map(({ rule }) => [...rule.readOnly, ...rule.hidden])));
  }

  /** What may be changed in an object that is covered; of one that does not exist yet, what it may be created with. */
  changing(stored: SelectableObject | undefined): ChangePermit {
    return new ChangePermit(this.#storage, stored === undefined ? this.#rules : this.#covering(stored));
  }

  /** Whether the values of an index are hidden in some object that is covered. */
  hidesIndex(index: IndexDescriptor<never>): boolean {
    return this.whereIndexIsShown(index) !== undefined;
  }

  /** Names of roles whose rules cover an object, for explanations. */
  rolesOf(stored: SelectableObject): readonly string[] {
    return unrepeated(this.#covering(stored).map(({ rule }) => rule.role));
  }

  #covering(stored: SelectableObject): readonly BoundRule[] {
    return covering(this.#storage, this.#rules, stored);
  }
}

function covering(
  storage: ModelDescriptor,
  rules: readonly BoundRule[],
  stored: SelectableObject,
): readonly BoundRule[] {
  const state = new SelectableState(storage, stored);
  return rules.filter(({ rows }) => rows === undefined || matchesSelection(rows, state));
}

/** The rules that still allow a change, as more of it becomes known. One of them must allow all of it. */
export class ChangePermit {
  readonly #storage: ModelDescriptor;
  #rules: readonly BoundRule[];

  constructor(storage: ModelDescriptor, rules: readonly BoundRule[]) {
    this.#storage = storage;
    this.#rules = rules;
  }

  /**
   * Compares what the caller has changed, in its version, with the fields that it may not.
   *
   * @returns the places of these fields, as JSON Pointers; empty where some rule allows the change.
   */
  refusedFields(before: unknown, after: unknown): readonly string[] {
    const refused = this.#rules.map(({ rule }) => changedPointers(before, after, [...rule.readOnly, ...rule.hidden]));
    this.#rules = this.#rules.filter((_, at) => refused[at]?.length === 0);
    const [fewest = []] = refused.toSorted((one, other) => one.length - other.length);
    return fewest;
  }

  /** Whether what is about to be stored is still covered. */
  allows(result: SelectableObject): boolean {
    return covering(this.#storage, this.#rules, result).length > 0;
  }
}

/** A rule that cannot be asked of a caller covers nothing. */
const NOTHING = Symbol("nothing");

/** What a rule covers, and the one that it is within; undefined for all objects. */
function rowsOf(storage: ModelDescriptor, rule: Rule, user: Caller): AllOf | typeof NOTHING | undefined {
  const own = ownRows(storage, rule, user);
  const outer = rule.within === undefined ? undefined : rowsOf(storage, rule.within, user);
  if (own === NOTHING || outer === NOTHING) return NOTHING;
  if (own === undefined || outer === undefined) return own ?? outer;
  return bothOf(own, outer);
}

/** Names and a selector are conditions alike. */
function ownRows(storage: ModelDescriptor, rule: Rule, user: Caller): AllOf | typeof NOTHING | undefined {
  const { names, where } = rule;
  if (names === undefined && where === undefined) return undefined;
  const selected = where === undefined ? everything : selectedBy(storage, { ...rule, where }, user);
  if (selected === NOTHING) return NOTHING;
  if (names === undefined) return selected;
  const field = listFields(storage).get("metadata.name")?.column;
  if (field === undefined) throw new TypeError("metadata.name is a column of every model");
  return { ...selected, fields: [...selected.fields, { test: "in", field, values: names }] };
}

function selectedBy(
  storage: ModelDescriptor,
  { where, role, unasked }: Rule & Pick<Required<Rule>, "where">,
  user: Caller,
): AllOf | typeof NOTHING {
  try {
    return planRowRule(storage, where?.({ user }) ?? {}, role);
  } catch (cause) {
    // Role objects only add rights. Otherwise anyone who may write a role could lock everyone out.
    if (unasked !== undefined) {
      unasked(cause);
      return NOTHING;
    }
    throw new ApiError("NotReady", "The service cannot find out what the caller may see. Try again later.", {
      headers: { "retry-after": "2" },
      cause,
    });
  }
}

function unrepeated<Value>(values: readonly Value[]): readonly Value[] {
  return values.length < 2 ? values : [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

function keyOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Filters may have bigints. To look at each value takes ten times as long.
    return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each));
  }
}

/** What several sets of fields have in common: of two of which one is within the other, the inner one. */
function common([first = [], ...others]: readonly (readonly FieldPath[])[]): readonly FieldPath[] {
  return others.reduce<readonly FieldPath[]>(
    (found, paths) =>
      unrepeated(
        found.flatMap((one) =>
          paths.flatMap((other) => (isWithin(one, other) ? [one] : isWithin(other, one) ? [other] : [])),
        ),
      ),
    first,
  );
}

function keptIn(index: IndexDescriptor<never>): string {
  return index.multi ? index.table : index.column;
}

/** What a function makes of an object may be of any of its fields. */
function isHiddenIndex(index: IndexDescriptor<never>, hidden: readonly FieldPath[]): boolean {
  if (hidden.length === 0) return false;
  const fields = (!index.multi && index.members) || [index.name];
  return fields.some((field) => {
    const path = index.isComputed === true ? undefined : parseFieldPath(field);
    return path === undefined || hidden.some((each) => isWithin(path, each) || isWithin(each, path));
  });
}
