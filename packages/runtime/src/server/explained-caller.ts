import type { AccessControl } from "../access/access-control.js";
import { isCallerName } from "../access/authenticate.js";
import type { Identity } from "../access/authenticator.js";
import { ANONYMOUS_ROLE, AUTHENTICATED_ROLE } from "../access/role.js";
import { isJsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { type CallerSource, knownCaller } from "./known-caller.js";

/** A caller that is asked about, as the service would know it. */
export interface ExplainedCaller {
  /** Undefined for a caller without credentials. */
  readonly identity: Identity | undefined;
  /** What gives it groups, roles and claims. */
  readonly sources: readonly CallerSource[];
  /** Why nobody can come with this name now; absent where somebody can. */
  readonly refusal?: string | undefined;
  /** What the caller should know. */
  readonly notes: readonly string[];
}

const FOREIGN =
  "The service has no user object and no token of this name. What an identity provider says of a caller is known only when the caller comes: " +
  "give its groups and claims with the question (--group and --claim).";

/** What a question says of its caller. */
interface GivenCaller extends Omit<CallerSource, "from"> {
  readonly name: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Finds out what the service knows of the caller that a question is about: a user by the user's object, a token by what it was made with. What the
 * question says comes on top.
 *
 * @throws {ApiError} `Invalid` for a caller that cannot be read.
 */
export async function explainedCaller(service: Service, question: unknown): Promise<ExplainedCaller> {
  const given = readCaller(question);
  if (given === undefined) return { identity: undefined, sources: [], notes: [] };
  const known = await knownCaller(service, given.name);
  const { groups, roles, claims } = given;
  const isGiven = groups.length + roles.length + Object.keys(claims).length > 0;
  const sources = [...(isGiven ? [{ from: "given with the question", groups, roles }] : []), ...known.sources];
  const identity = {
    name: known.name ?? given.name,
    groups: unrepeated(sources.flatMap((source) => source.groups)),
    roles: unrepeated(sources.flatMap((source) => source.roles)),
    claims: { ...known.claims, ...claims },
  };
  const notes = known.isForeign === true && !isGiven ? [...known.notes, FOREIGN] : known.notes;
  return { identity, sources, refusal: known.refusal, notes };
}

/** Where each role of a caller comes from, in words. */
export function originsOf(
  access: AccessControl,
  { identity, sources }: ExplainedCaller,
  roles: readonly string[],
): readonly { readonly role: string; readonly from: readonly string[] }[] {
  const bound = (who: Partial<Identity>): readonly string[] =>
    access.sessionFor({ name: NOBODY, ...who }).rights.roles.filter((role) => role !== AUTHENTICATED_ROLE);
  const { name = NOBODY, groups = [], claims = {} } = identity ?? {};
  const origins: readonly (readonly [from: string, roles: readonly string[]])[] = [
    ["all callers with credentials", [AUTHENTICATED_ROLE]],
    ["callers without credentials", [ANONYMOUS_ROLE]],
    ...sources.map((source) => [source.from, source.roles] as const),
    [`a binding of ${name}`, bound({ name })],
    ...groups.map(
      (group) => [`a binding of the group ${group} (${whoGives(sources, group)})`, bound({ groups: [group] })] as const,
    ),
    ...Object.entries(claims).map(
      ([claim, value]) => [`a binding of the claim ${claim}`, bound({ claims: { [claim]: value } })] as const,
    ),
  ];
  return roles.map((role) => ({
    role,
    from: origins.flatMap(([from, given]) => (given.includes(role) ? [from] : [])),
  }));
}

/** No authenticator gives this name, so no binding is about it. */
const NOBODY = "system:nobody";

function whoGives(sources: readonly CallerSource[], group: string): string {
  return sources.flatMap(({ from, groups }) => (groups.includes(group) ? [from] : [])).join(", ");
}

function unrepeated(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** The caller that is asked about. Without a name it is one without credentials. */
function readCaller(question: unknown): GivenCaller | undefined {
  const user = isJsonObject(question) ? memberOf(question, "user") : undefined;
  if (user === undefined) return undefined;
  const of = (name: string): unknown => (isJsonObject(user) ? memberOf(user, name) : undefined);
  const [name, groups = [], roles = [], claims = {}] = [of("name"), of("groups"), of("roles"), of("claims")];
  if (isCallerName(name) && isNames(groups) && isNames(roles) && isJsonObject(claims))
    return { name, groups, roles, claims };
  const message = "must have a `name`, and may have `groups`, `roles` and `claims`";
  throw new ApiError("Invalid", "The caller cannot be read.", {
    errors: [{ path: "/user", code: "invalid", message }],
  });
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isCallerName);
}
