import { ConfigurationError } from "../error/configuration-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type {
  AccessDefinition,
  AccessiblePage,
  GeneratedRole,
  OperatorVerb,
  ResourceRule,
  ResourceVerb,
  RoleDefinition,
} from "./access-definition.js";
import type { PluginAccess } from "./define-access.js";
import { type FieldPath, parseFieldPath } from "./field-path.js";

/** The resource of a model, or a subresource of it: all its versions together. */
export type ResourceKey = string;

/** The key of a model's resource. */
export function resourceKey(
  { group, plural }: Pick<ModelDescriptor, "group" | "plural">,
  subresource = "",
): ResourceKey {
  return `${plural}.${group}${subresource === "" ? "" : `/${subresource}`}`;
}

/** A rule of a role, as requests are compared with it. */
export interface Rule {
  /** The role that it is of, for explanations. */
  readonly role: string;
  readonly verbs: ReadonlySet<ResourceVerb>;
  readonly names?: readonly string[] | undefined;
  readonly where?: ResourceRule["where"] | undefined;
  /** The selector of a rule that can change while the service runs, as it was written. */
  readonly text?: string | undefined;
  readonly hidden: readonly FieldPath[];
  readonly readOnly: readonly FieldPath[];
}

/** What a role may do, with what it includes. */
export interface Role {
  readonly name: string;
  readonly rules: ReadonlyMap<ResourceKey, readonly Rule[]>;
  /** `GET /apis/console.api.people.example.com/v1alpha1/people/{name}/greeting`. */
  readonly endpoints: ReadonlySet<string>;
  readonly pages: ReadonlySet<AccessiblePage>;
  readonly operator: ReadonlySet<OperatorVerb>;
}

/** The roles of a service by their names. */
export type RoleTable = ReadonlyMap<string, Role>;

/** The role of callers without credentials, and that of all others. */
export const ANONYMOUS_ROLE = "anonymous";
export const AUTHENTICATED_ROLE = "authenticated";

const PAGES: readonly AccessiblePage[] = ["/metrics", "/controllers", "/openapi.json", "/docs"];
const DESCRIPTIONS: readonly AccessiblePage[] = ["/openapi.json", "/docs"];
const OPERATOR_VERBS: readonly OperatorVerb[] = ["inspect", "reconcile", "explain"];
const READ = ["get", "list", "watch"] as const;
const ALL = [...READ, "create", "update", "delete"] as const;

/** What the generated roles may do with a resource, and with its subresource `status`. */
const GENERATED: Readonly<
  Record<GeneratedRole, { readonly main: readonly ResourceVerb[]; readonly status: readonly ResourceVerb[] }>
> = {
  viewer: { main: READ, status: ["get"] },
  editor: { main: ALL, status: ["get"] },
  statusWriter: { main: READ, status: ["get", "update"] },
  admin: { main: ALL, status: ["get", "update"] },
};

/** What a user's object says of the user's rights: rules may be about any group, so whoever can change that can get any right. */
const RIGHTS_OF_USERS: readonly FieldPath[] = [
  ["spec", "groups"],
  ["spec", "roles"],
];

/** The subresources that roles can name. */
const SUBRESOURCES = ["status", "history"] as const;

/** What the roles of a service are made of. */
export interface RoleSources {
  readonly models: readonly ModelDescriptor[];
  /** The model of the users who sign in, if there is one. */
  readonly users: Pick<ModelDescriptor, "group" | "plural"> | undefined;
  /** Of the service's own plugin and those that it hosts. */
  readonly access: readonly PluginAccess[];
  /** All endpoints, as roles name them: those of no plugin are mistakes. */
  readonly endpoints: ReadonlySet<string>;
}

/**
 * Makes the roles of a service: those of the definitions, the generated roles of each resource (`people:viewer`), and those of all resources
 * (`viewer`).
 *
 * @throws {ConfigurationError} for anything in a definition that there is not. The compiler has refused most of it.
 */
export function createRoles({ models, users, access, endpoints }: RoleSources): RoleTable {
  const roles = new Map<string, Role>();
  for (const name of Object.keys(GENERATED) as GeneratedRole[])
    for (const role of generatedRoles(name, { models, users, endpoints })) addRole(roles, role);
  try {
    for (const plugin of access) {
      const own = new RoleReader(plugin, endpoints, roles);
      for (const name of Object.keys(plugin.definition.roles ?? {})) addRole(roles, own.read(name));
    }
    assertBound(access, roles);
  } catch (error) {
    throw error instanceof RoleFault
      ? new ConfigurationError(`src/access.ts: ${error.message}`, { cause: error })
      : error;
  }
  return roles;
}

function addRole(roles: Map<string, Role>, role: Role): void {
  const known = roles.get(role.name);
  roles.set(role.name, known === undefined ? role : joined(role.name, [known, role]));
}

/** Something in a role that there is not. */
export class RoleFault extends Error {}

/** What roles are added to. */
export interface AddedTo {
  readonly known: RoleTable;
  readonly endpoints: ReadonlySet<string>;
  /** Called with the name of a role that cannot be read, and why: it gives no rights. */
  readonly refused: (name: string, fault: Error) => void;
}

/** The roles of a service with some more, which may extend those that are known. */
export function withRoles(plugin: PluginAccess, { known, endpoints, refused }: AddedTo): RoleTable {
  const roles = new Map(known);
  const own = new RoleReader(plugin, endpoints, known);
  for (const name of Object.keys(plugin.definition.roles ?? {})) {
    try {
      addRole(roles, own.read(name));
    } catch (error) {
      if (!(error instanceof RoleFault)) throw error;
      refused(name, error);
    }
  }
  return roles;
}

function generatedRoles(name: GeneratedRole, { models, users, endpoints }: Omit<RoleSources, "access">): Role[] {
  const ofEach = models.map((model): Role => {
    const { main, status } = GENERATED[name];
    const role = generatedName(model, name);
    const isOfUsers = users !== undefined && resourceKey(users) === resourceKey(model);
    const readOnly = isOfUsers && name !== "admin" ? RIGHTS_OF_USERS : [];
    const rule = (verbs: readonly ResourceVerb[]): Rule[] => [{ role, verbs: new Set(verbs), hidden: [], readOnly }];
    const rules = new Map([
      [resourceKey(model), rule(main)],
      [resourceKey(model, "status"), rule(status)],
      [resourceKey(model, "history"), rule(name === "admin" ? ["get", "update", "delete"] : ["get"])],
    ]);
    return { name: role, rules, endpoints: new Set(), pages: new Set(), operator: new Set() };
  });
  const aliases = ofEach.flatMap((role, at): Role[] => {
    const plural = models[at]?.plural ?? "";
    const groups = new Set(models.filter((model) => model.plural === plural).map(({ group }) => group));
    return groups.size === 1 ? [{ ...role, name: `${plural}:${name}` }] : [];
  });
  const all = joined(name, ofEach);
  // Who works with all objects may read how they look.
  const ofService =
    name === "admin"
      ? { ...all, endpoints, pages: new Set(PAGES), operator: new Set(OPERATOR_VERBS) }
      : { ...all, pages: new Set(DESCRIPTIONS) };
  return [...ofEach, ...aliases, ofService];
}

function generatedName({ plural, group }: Pick<ModelDescriptor, "plural" | "group">, role: string): string {
  return `${plural}.${group}:${role}`;
}

/** A role with everything that some roles may do. */
export function joined(name: string, roles: readonly Role[]): Role {
  const rules = new Map<ResourceKey, readonly Rule[]>();
  for (const role of roles)
    for (const [key, own] of role.rules) rules.set(key, [...new Set([...(rules.get(key) ?? []), ...own])]);
  return {
    name,
    rules,
    endpoints: new Set(roles.flatMap((role) => [...role.endpoints])),
    pages: new Set(roles.flatMap((role) => [...role.pages])),
    operator: new Set(roles.flatMap((role) => [...role.operator])),
  };
}

type Given = NonNullable<RoleDefinition["resources"]>[string];

/** Reads the roles of one plugin, whose names mean its own resources. */
class RoleReader {
  readonly #plugin: PluginAccess;
  readonly #endpoints: ReadonlySet<string>;
  readonly #known: RoleTable;
  readonly #read = new Map<string, Role>();
  readonly #reading = new Set<string>();

  constructor(plugin: PluginAccess, endpoints: ReadonlySet<string>, known: RoleTable) {
    this.#plugin = plugin;
    this.#endpoints = endpoints;
    this.#known = known;
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
        else rules.set(key, [...(rules.get(key) ?? []), readRule(name, resource, each)]);
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
    const known = this.#known.get(fullRoleName(this.#plugin, name));
    const found = [...own, ...(known === undefined ? [] : [known])];
    if (found.length > 0) return joined(name, found);
    throw fault(`The role ${role} includes the role ${name}, which does not exist`, "correct its name");
  }

  #resourceOf(role: string, name: string): { key: ResourceKey; group: string; plural: string } {
    const [resource = "", subresource = ""] = name.split("/");
    const found = Object.hasOwn(this.#plugin.resources, resource) ? this.#plugin.resources[resource] : undefined;
    const isKnown = subresource === "" || (SUBRESOURCES as readonly string[]).includes(subresource);
    if (found === undefined || !isKnown)
      throw fault(`The role ${role} names the resource ${name}, which does not exist`, "correct its name");
    return { key: resourceKey(found, subresource), ...found };
  }

  #assertEndpoint(role: string, endpoint: string): void {
    if (this.#endpoints.has(endpoint)) return;
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

function readRule(role: string, resource: string, rule: ResourceRule): Rule {
  const where = `The role ${role} of ${resource}`;
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
    verbs: new Set(rule.verbs.flatMap((verb) => verbsOf(where, verb))),
    names: rule.names,
    where: rule.where,
    text: rule.text,
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

/** A role that is bound must exist, or its subjects would have fewer rights than somebody believes. */
function assertBound(access: readonly PluginAccess[], roles: RoleTable): void {
  for (const plugin of access) {
    const unknown = Object.keys(plugin.definition.bindings ?? {}).find(
      (name) => !roles.has(fullRoleName(plugin, name)),
    );
    if (unknown !== undefined)
      throw fault(`The bindings name the role ${unknown}, which does not exist`, "correct its name, or define it");
  }
}

function isList(given: Exclude<Given, undefined>): given is Extract<Given, readonly unknown[]> {
  return Array.isArray(given);
}

function fault(problem: string, fix: string): RoleFault {
  return new RoleFault(`${problem}: ${fix}.`);
}
