import type { AccessDefinition, ResourceRule, ResourceVerb, RoleDefinition } from "./access-definition.js";
import type { PluginAccess } from "./define-access.js";
import { type FieldPath, parseFieldPath } from "./field-path.js";
import { generatedName } from "./generated-roles.js";
import {
  ALL,
  fault,
  isSubresource,
  joined,
  OPERATOR_VERBS,
  PAGES,
  READ,
  type ResourceKey,
  resourceKey,
  type Role,
  type RoleTable,
  type Rule,
  VERBS_OF,
} from "./role.js";

type Given = NonNullable<RoleDefinition["resources"]>[string];

/** Whether the objects of a resource have a field. */
export type FieldTest = (resource: { readonly group: string; readonly plural: string }, path: FieldPath) => boolean;

/** What the names in roles can be. */
export interface KnownNames {
  readonly endpoints: ReadonlySet<string>;
  /** The roles that can be included beside the plugin's own. */
  readonly known: RoleTable;
  /** Absent where the compiler has compared the fields. */
  readonly hasField?: FieldTest | undefined;
}

/** Reads the roles of one plugin, whose names mean its own resources. */
export class RoleReader {
  readonly #plugin: PluginAccess;
  readonly #names: KnownNames;
  readonly #read = new Map<string, Role>();
  readonly #reading = new Set<string>();

  constructor(plugin: PluginAccess, names: KnownNames) {
    this.#plugin = plugin;
    this.#names = names;
  }

  read(name: string): Role {
    const done = this.#read.get(name);
    if (done !== undefined) return done;
    if (this.#reading.has(name))
      throw fault(`The role ${name} includes itself`, "remove it from the roles that it includes");
    this.#reading.add(name);
    try {
      const role = this.#make(name, definitionOf(this.#plugin.definition, name));
      this.#read.set(name, role);
      return role;
    } finally {
      this.#reading.delete(name);
    }
  }

  #make(name: string, definition: RoleDefinition): Role {
    const { includes = [], resources = {}, endpoints = [], pages = [], operator = [] } = definition;
    const rules = new Map<ResourceKey, readonly Rule[]>();
    const parts: Role[] = includes.map((included) => this.#included(name, included));
    for (const [resource, given] of Object.entries(resources)) {
      if (given === undefined) continue;
      const { key, group, plural } = this.#resourceOf(name, resource);
      for (const each of isList(given) ? given : [given]) {
        if (typeof each === "string") parts.push(this.#included(name, generatedName({ group, plural }, each)));
        else {
          this.#assertFields(name, { group, plural }, each);
          rules.set(key, [...(rules.get(key) ?? []), readRule(name, resource, each)]);
        }
      }
    }
    for (const endpoint of endpoints) this.#assertEndpoint(name, endpoint);
    for (const page of pages) assertKnown({ role: name, what: "page", given: page }, PAGES);
    for (const verb of operator) assertKnown({ role: name, what: "operator's verb", given: verb }, OPERATOR_VERBS);
    const own = { name, rules, endpoints: new Set(endpoints), pages: new Set(pages), operator: new Set(operator) };
    return joined(name, [own, ...parts]);
  }

  #included(role: string, name: string): Role {
    // A role may extend the generated one of its name.
    const isOwn = name !== role && Object.hasOwn(this.#plugin.definition.roles ?? {}, name);
    const own = isOwn ? [this.read(name)] : [];
    const known = this.#names.known.get(fullRoleName(this.#plugin, name));
    const found = [...own, ...(known === undefined ? [] : [known])];
    if (found.length > 0) return joined(name, found);
    throw fault(`The role ${role} includes the role ${name}, which does not exist`, "correct its name");
  }

  #resourceOf(role: string, name: string): { key: ResourceKey; group: string; plural: string } {
    const [resource = "", subresource = ""] = name.split("/");
    const found = Object.hasOwn(this.#plugin.resources, resource) ? this.#plugin.resources[resource] : undefined;
    if (found === undefined || (subresource !== "" && !isSubresource(subresource)))
      throw fault(`The role ${role} names the resource ${name}, which does not exist`, "correct its name");
    return { key: resourceKey(found, subresource), ...found };
  }

  #assertFields(
    role: string,
    resource: { readonly group: string; readonly plural: string },
    { hidden = [], readOnly = [] }: ResourceRule,
  ): void {
    const { hasField } = this.#names;
    const unknown = [...hidden, ...readOnly].find((text) => {
      const path = parseFieldPath(text);
      return path !== undefined && hasField?.(resource, path) === false;
    });
    if (unknown !== undefined)
      throw fault(
        `The role ${role} of ${resource.plural} protects the field ${unknown}, which does not exist`,
        "correct its path",
      );
  }

  #assertEndpoint(role: string, endpoint: string): void {
    if (this.#names.endpoints.has(endpoint)) return;
    throw fault(`The role ${role} names the endpoint ${endpoint}, which does not exist`, "correct its method and path");
  }
}

function definitionOf({ roles = {} }: AccessDefinition, name: string): RoleDefinition {
  return roles[name] ?? {};
}

/** The whole name of a role: `people:viewer` is `people.people.example.com:viewer` for the plugin with that resource. */
export function fullRoleName({ resources }: PluginAccess, name: string): string {
  const [resource = "", role] = name.split(":");
  const found = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
  return found === undefined || role === undefined ? name : generatedName(found, role);
}

/** @throws {RoleFault} for a field or a verb that there is not. */
export function readRule(role: string, resource: string, rule: ResourceRule): Rule {
  const where = `The role ${role} of ${resource}`;
  const [, subresource = ""] = resource.split("/");
  // One rule can be about a resource and its subresources, and `*` is whatever there is.
  const possible: readonly ResourceVerb[] = isSubresource(subresource) ? VERBS_OF[subresource] : ALL;
  const path = (text: string): FieldPath => {
    const parsed = parseFieldPath(text);
    if (parsed !== undefined && isProtectable(parsed)) return parsed;
    throw fault(
      `${where} protects the field ${text}, which is not one below spec, status, metadata.labels or metadata.annotations`,
      "correct its path",
    );
  };
  return {
    role,
    verbs: new Set(rule.verbs.flatMap((verb) => verbsOf(where, verb)).filter((verb) => possible.includes(verb))),
    names: rule.names,
    where: rule.where,
    text: rule.text,
    unasked: rule.unasked,
    hidden: (rule.hidden ?? []).map(path),
    readOnly: (rule.readOnly ?? []).map(path),
  };
}

function verbsOf(where: string, verb: string): readonly ResourceVerb[] {
  if (verb === "*") return ALL;
  if (verb === "read") return READ;
  const known = ALL.find((each) => each === verb);
  if (known !== undefined) return [known];
  throw fault(`${where} has the verb ${verb}, which does not exist`, `use ${[...ALL, "read", "*"].join(", ")}`);
}

/** What identifies an object, and what every object has, cannot be hidden. */
function isProtectable([first, second]: FieldPath): boolean {
  return (
    first === "spec" ||
    first === "status" ||
    (first === "metadata" && (second === "labels" || second === "annotations"))
  );
}

interface GivenName {
  readonly role: string;
  readonly what: string;
  readonly given: string;
}

function assertKnown({ role, what, given }: GivenName, known: readonly string[]): void {
  if (known.includes(given)) return;
  throw fault(`The role ${role} names the ${what} ${given}, which does not exist`, `use ${known.join(", ")}`);
}

function isList(given: Exclude<Given, undefined>): given is Extract<Given, readonly unknown[]> {
  return Array.isArray(given);
}
