import type { AnyIndexes, Where } from "@cmgen/model";
import type { AccessibleField } from "./accessible-field.js";
import type { Authenticator } from "./authenticator.js";
import type { Caller } from "./caller.js";

/** What a role can allow with objects: `update` is PUT and PATCH, and `read` is `get`, `list` and `watch`. */
export type ResourceVerb = "get" | "list" | "watch" | "create" | "update" | "delete";

/** What an access definition can name: the plugin's resources and endpoints, as generated code lists them. */
export interface AccessNames {
  /** By the name that roles use: the plural, with the group behind a dot where two groups share it; `people/status` for a subresource. */
  readonly resources: Readonly<Record<string, AccessibleResource>>;
  /** `GET /apis/console.api.people.example.com/v1alpha1/people/{name}/greeting`. */
  readonly endpoints: string;
  /** The roles of the plugins that the service hosts. */
  readonly hostedRoles?: string;
}

/** What the types say of a resource. */
export interface AccessibleResource {
  /** The indexes that a row rule may use. */
  readonly indexes: unknown;
  /** The object, whose fields rules can name. Not a list of their paths: the compiler would make it for every resource, used or not. */
  readonly object: unknown;
  readonly verbs: ResourceVerb;
}

/** The pages of a service that can be given to a role. */
export type AccessiblePage = "/metrics" | "/controllers" | "/openapi.json" | "/docs";

/**
 * What a role can allow beyond objects: `inspect` shows plugins, controllers and schedules, `reconcile` has a controller work on objects now, and
 * `explain` says what anybody may do, and why. `tokens` lists, makes and revokes tokens, as far as they give no more rights than the operator has.
 * `users` resets passwords and ends sessions of users who have no more roles: whoever resets a password can act as that user.
 */
export type OperatorVerb = "inspect" | "reconcile" | "explain" | "tokens" | "users";

/** The roles that every model brings: `people:viewer`. */
export type GeneratedRole = "viewer" | "editor" | "statusWriter" | "admin";

/** What a role may do with a resource. */
export interface ResourceRule<Resource extends AccessibleResource = AnyResource> {
  readonly verbs: readonly (Resource["verbs"] | "read" | "*")[];
  /** Only these objects. Default: all. */
  readonly names?: readonly string[];
  /**
   * The objects that it covers: what a list with this selector has. Others do not exist for the caller, and none can be made that would not be
   * covered. It may only use what it is given: whatever it throws is answered 503.
   */
  readonly where?: (context: { readonly user: Caller }) => Where<Resource["indexes"]>;
  /** The selector as it was written, where the rule is of an object. */
  readonly text?: string;
  /** Called with the reason where a rule that can change cannot be asked of a caller: it then gives that caller nothing. */
  readonly unasked?: (cause: unknown) => void;
  /** Fields that are never shown to the caller, and keep their values when the caller writes. */
  readonly hidden?: readonly AccessibleField<Resource["object"]>[];
  /** Fields that the caller cannot change. */
  readonly readOnly?: readonly AccessibleField<Resource["object"]>[];
}

type AnyResource = { readonly indexes: AnyIndexes; readonly object: unknown; readonly verbs: ResourceVerb };

/** What a role may do: its own rules, and those of the roles that it includes. */
export interface RoleDefinition<Names extends AccessNames = AnyNames, Role extends string = string> {
  /** Roles whose rights it has as well. */
  readonly includes?: readonly Role[];
  readonly resources?: {
    readonly [Name in keyof Names["resources"] & string]?: RuleOf<Names["resources"][Name]>;
  };
  readonly endpoints?: readonly Names["endpoints"][];
  readonly pages?: readonly AccessiblePage[];
  readonly operator?: readonly OperatorVerb[];
}

/** A generated role of the resource, a rule, or several. */
type RuleOf<Resource extends AccessibleResource> =
  | GeneratedRole
  | ResourceRule<Resource>
  | readonly (GeneratedRole | ResourceRule<Resource>)[];

interface AnyNames extends AccessNames {
  readonly resources: Readonly<Record<string, AnyResource>>;
}

/** Who has a role: everybody who is in one of the lists. */
export interface Subjects {
  /** Names of callers. */
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
  /** Claims of which one must have this value, or be a list that has it. */
  readonly claims?: Readonly<Record<string, string | number | boolean>>;
}

/** What `src/access.ts` exports: who callers are, and what they may do. */
export interface AccessDefinition<Names extends AccessNames = AnyNames, Roles extends string = string> {
  /** Asked in this order. The first that knows the request's credentials says who the caller is. Default: `tokens()` and `sessions()`. */
  readonly authenticate?: readonly Authenticator[];
  /**
   * Roles by their names. `anonymous` is that of callers without credentials and `authenticated` that of all others; neither has any rights unless they
   * are given here.
   */
  readonly roles?: { readonly [Role in Roles]: RoleDefinition<Names, RoleName<Names, NoInfer<Roles>>> };
  /**
   * Whether roles and bindings can also be objects, of the models `Role` and `RoleBinding` that `cmgen add roles` makes: then they can be edited while
   * the service runs. Default `false`.
   */
  readonly dynamicRoles?: boolean;
  /**
   * What the roles that hosted plugins define may do with their resources at most: `{ articles: { verbs: ["read"], hidden: ["spec.notes"] } }`.
   * Each of their rules allows what it allows and this does, too. Roles of this definition, and the generated ones, are as they are.
   */
  readonly narrow?: {
    readonly [Name in keyof Names["resources"] & string]?: ResourceRule<Names["resources"][Name]>;
  };
  /** Who has which role, also the generated ones: `{ "people:viewer": { groups: ["staff"] } }`. */
  readonly bindings?: { readonly [Role in RoleName<Names, NoInfer<Roles>>]?: Subjects };
}

/** The roles of a definition, the generated roles of each resource, and those of all resources together. */
export type RoleName<Names extends AccessNames, Roles extends string> =
  | Roles
  | GeneratedRole
  | (Names extends { readonly hostedRoles: infer Hosted extends string } ? Hosted : never)
  | `${Exclude<keyof Names["resources"] & string, `${string}/${string}`>}:${GeneratedRole}`;
