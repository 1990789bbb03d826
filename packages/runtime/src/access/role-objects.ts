import { RawSelector, type RoleBindingFields, type RoleFields, type RoleRule } from "@cmgen/model";
import { printSelector, parseSelector, type Requirement, type SelectorTerm } from "@cmgen/model/internal";
import { planRowRule } from "../list/plan-list.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ResourceRule, RoleDefinition } from "./access-definition.js";
import type { Caller } from "./caller.js";
import type { PluginAccess } from "./define-access.js";
import type { Binding } from "./rights.js";
import { RoleFault } from "./role.js";

/** An object of the service that is a role, or says who has one. */
export interface RoleObject<Fields> {
  readonly name: string;
  readonly fields: Fields;
}

/** The roles and bindings that are objects. */
export interface RoleObjects {
  readonly roles: readonly RoleObject<RoleFields>[];
  readonly bindings: readonly RoleObject<RoleBindingFields>[];
}

/** The names that roles which are objects can use for resources: of all models of the service. */
export function resourceNames(models: readonly ModelDescriptor[]): PluginAccess["resources"] {
  const named = models.flatMap(({ group, plural }): [string, { group: string; plural: string }][] => {
    const isOnly = models.every((other) => other.plural !== plural || other.group === group);
    return [
      [`${plural}.${group}`, { group, plural }],
      ...(isOnly ? [[plural, { group, plural }] as [string, { group: string; plural: string }]] : []),
    ];
  });
  return Object.fromEntries(named);
}

/**
 * A role object as `src/access.ts` would define it. What it names need not exist.
 *
 * @param unasked called with the reason where a selector cannot be asked of some caller.
 * @throws {SelectorSyntaxError} for a selector that cannot be read.
 * @throws {RoleFault} for one that names something about callers that there is not.
 */
export function definitionOf(
  { includes, rules = [], endpoints, pages, operator }: RoleFields,
  unasked: (cause: unknown) => void,
): RoleDefinition {
  const resources: Record<string, ResourceRule[]> = {};
  for (const rule of rules) {
    for (const resource of rule.resources) (resources[resource] ??= []).push({ ...ruleOf(rule), unasked });
  }
  // Whether there are such names is checked where the role is read.
  return { includes, resources, endpoints, pages, operator } as RoleDefinition;
}

function ruleOf({ verbs, names, where, hidden = [], readOnly = [] }: RoleRule): ResourceRule {
  const terms = where === undefined ? undefined : parseSelector(where, "field");
  for (const { values } of terms?.flatMap(requirementsOf) ?? []) for (const value of values) assertPlaceholder(value);
  return {
    verbs: verbs as ResourceRule["verbs"],
    ...(names !== undefined && { names }),
    ...(where !== undefined && { text: where }),
    ...(terms !== undefined && {
      where: ({ user }) => new RawSelector(printSelector(terms.map((term) => filledInTerm(term, user)))) as never,
    }),
    hidden,
    readOnly,
  };
}

/**
 * Asserts that the selectors of a role's rules can be asked of their resources.
 *
 * @throws {Error} that says what is wrong.
 */
export function assertSelectors({ name, fields }: RoleObject<RoleFields>, models: readonly ModelDescriptor[]): void {
  const names = resourceNames(models);
  for (const { where, resources } of fields.rules ?? []) {
    if (where === undefined) continue;
    const selector = ruleOf({ resources: [], verbs: [], where }).where?.({ user: sampleCaller(where) });
    for (const resource of resources) {
      const { group, plural } = names[resource.split("/")[0] ?? ""] ?? {};
      const model = models.find((each) => each.group === group && each.plural === plural && each.storage === undefined);
      if (model !== undefined && selector !== undefined) planRowRule(model, selector, name);
    }
  }
}

/** Somebody of whom everything is known that a selector names. */
function sampleCaller(where: string): Caller {
  const claims = [...where.matchAll(/\{user\.claims\.([^}]+)\}/g)].map(([, claim = ""]) => [claim, "x"]);
  return { name: "x", groups: ["x"], claims: Object.fromEntries(claims) };
}

/** What stands for something about the caller. */
const PLACEHOLDER = /^\{user\.(name|groups|claims\.(.+))\}$/;

/** What looks like one and is none would be compared as it is written. */
function assertPlaceholder(value: string): void {
  if (!/^\{.*\}$/.test(value) || PLACEHOLDER.test(value)) return;
  throw new RoleFault(
    `A selector names ${value}, and nothing of that name is known of callers: use {user.name}, {user.groups} or {user.claims.<claim>}.`,
  );
}

function requirementsOf(term: SelectorTerm): readonly Requirement[] {
  return "anyOf" in term ? term.anyOf.flat() : [term];
}

function filledInTerm(term: SelectorTerm, user: Caller): SelectorTerm {
  if (!("anyOf" in term)) return filledIn(term, user);
  return { anyOf: term.anyOf.map((all) => all.map((requirement) => filledIn(requirement, user))) };
}

function filledIn(requirement: Requirement, user: Caller): Requirement {
  const values = requirement.values.flatMap((value) => {
    const [, about, claim] = PLACEHOLDER.exec(value) ?? [];
    if (about === undefined) return [value];
    if (about === "name") return [user.name];
    return about === "groups" ? user.groups : claimValues(user, claim ?? "");
  });
  const isOfOne = requirement.operator !== "in" && requirement.operator !== "notIn";
  if (isOfOne && values.length !== requirement.values.length)
    throw new Error(`The selector of a role compares ${requirement.key} with something that the caller has not once`);
  return { ...requirement, values };
}

function claimValues({ claims }: Caller, claim: string): readonly string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all
    .filter((each) => typeof each === "string" || typeof each === "number" || typeof each === "boolean")
    .map(String);
}

/** The bindings that are objects. */
export function bindingOf({ fields }: RoleObject<RoleBindingFields>): Binding {
  const { role, users, groups, claims } = fields;
  return { role, subjects: { ...(users && { users }), ...(groups && { groups }), ...(claims && { claims }) } };
}
