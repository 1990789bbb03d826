import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { AccessiblePage, OperatorVerb, ResourceRule, ResourceVerb } from "./access-definition.js";
import type { FieldPath } from "./field-path.js";

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
  /** Set for a rule of a role that is an object: called where it cannot be asked of a caller, who then gets nothing by it. */
  readonly unasked?: ResourceRule["unasked"] | undefined;
  readonly hidden: readonly FieldPath[];
  readonly readOnly: readonly FieldPath[];
  /** The host's rule for a hosted plugin's: what this one covers, that one must cover as well. */
  readonly within?: Rule | undefined;
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

export const PAGES: readonly AccessiblePage[] = ["/metrics", "/controllers", "/openapi.json", "/docs"];
export const OPERATOR_VERBS: readonly OperatorVerb[] = ["inspect", "reconcile", "explain", "tokens", "users"];
export const READ = ["get", "list", "watch"] as const;
export const ALL = [...READ, "create", "update", "delete"] as const;

/** The subresources that roles can name, and what can be done with each: to restore a version is to write the object. */
export const VERBS_OF = { status: ["get", "update"], history: ["get"] } as const satisfies Readonly<
  Record<string, readonly ResourceVerb[]>
>;

export type Subresource = keyof typeof VERBS_OF;
export const SUBRESOURCES: readonly Subresource[] = ["status", "history"];

/** Whether roles can name a subresource so. */
export function isSubresource(name: string): name is Subresource {
  return Object.hasOwn(VERBS_OF, name);
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

/** Something in a role that there is not. */
export class RoleFault extends Error {}

/** What is wrong, and how to fix it. */
export function fault(problem: string, fix: string): RoleFault {
  return new RoleFault(`${problem}: ${fix}.`);
}
