import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { AccessiblePage, GeneratedRole, ResourceVerb } from "./access-definition.js";
import type { FieldPath } from "./field-path.js";
import { ALL, joined, OPERATOR_VERBS, PAGES, READ, resourceKey, type Role, type Rule, VERBS_OF } from "./role.js";

const DESCRIPTIONS: readonly AccessiblePage[] = ["/openapi.json", "/docs"];

/** What the generated roles may do with a resource, and with its subresource `status`. */
const GENERATED: Readonly<
  Record<GeneratedRole, { readonly main: readonly ResourceVerb[]; readonly status: readonly ResourceVerb[] }>
> = {
  viewer: { main: READ, status: ["get"] },
  editor: { main: ALL, status: ["get"] },
  statusWriter: { main: READ, status: ["get", "update"] },
  admin: { main: ALL, status: ["get", "update"] },
};

const GENERATED_ROLES = Object.keys(GENERATED) as GeneratedRole[];

/** What a user's object says of the user's rights: rules may be about any group, so anyone who can change that can get any right. */
const RIGHTS_OF_USERS: readonly FieldPath[] = [
  ["spec", "groups"],
  ["spec", "roles"],
];

/** What the generated roles are made of. */
export interface GeneratedFrom {
  readonly models: readonly ModelDescriptor[];
  /** The model of the users who sign in, if there is one. */
  readonly users: Pick<ModelDescriptor, "group" | "plural"> | undefined;
  /** All endpoints, as roles name them. */
  readonly endpoints: ReadonlySet<string>;
}

/** The roles of all resources together, and those of each. */
export function generatedRoles(sources: GeneratedFrom): readonly Role[] {
  return GENERATED_ROLES.flatMap((name) => rolesOf(name, sources));
}

function rolesOf(name: GeneratedRole, { models, users, endpoints }: GeneratedFrom): Role[] {
  const ofEach = models.map((model): Role => {
    const { main, status } = GENERATED[name];
    const role = generatedName(model, name);
    const isOfUsers = users !== undefined && resourceKey(users) === resourceKey(model);
    const readOnly = isOfUsers && name !== "admin" ? RIGHTS_OF_USERS : [];
    const rule = (verbs: readonly ResourceVerb[]): Rule[] => [{ role, verbs: new Set(verbs), hidden: [], readOnly }];
    const rules = new Map([
      [resourceKey(model), rule(main)],
      [resourceKey(model, "status"), rule(status)],
      [resourceKey(model, "history"), rule(VERBS_OF.history)],
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

/** `people.people.example.com:viewer`. */
export function generatedName({ plural, group }: Pick<ModelDescriptor, "plural" | "group">, role: string): string {
  return `${plural}.${group}:${role}`;
}
