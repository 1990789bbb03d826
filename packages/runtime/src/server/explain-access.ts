import { mayDo, type Session } from "../access/access-control.js";
import { isCallerName } from "../access/authenticate.js";
import type { Identity } from "../access/authenticator.js";
import { ObjectAccess } from "../access/object-access.js";
import { resourceKey } from "../access/role.js";
import { isJsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored, readObject } from "../resource/stored-object.js";
import { VersionView } from "../version/version-view.js";
import { type Question, readQuestion } from "./access-review.js";
import type { OwnRequest } from "./own-paths.js";

/**
 * Why somebody may do something, or may not: the roles, the rules that are about it, and which of them cover the object.
 *
 * @throws {ApiError} `Invalid` for a question that cannot be read.
 */
export async function explainAccess(
  { service, body }: OwnRequest,
  models: readonly ModelDescriptor[],
): Promise<object> {
  if (service.access === undefined) throw new ApiError("NotFound", "This service has no access rules.");
  const given = await body();
  const question = readQuestion(given, models);
  const session = service.access.sessionFor(readIdentity(given));
  const { model, verb, subresource, name } = question;
  const asked = { verb, subresource };
  const about = {
    user: session.caller.name,
    roles: session.rights.roles,
    verb,
    resource: resourceKey(model, subresource),
  };
  const rules = session.rights.rules(resourceKey(model, subresource), verb);
  const described = rules.map(({ role, names, where, hidden, readOnly }) => ({
    role,
    ...(names !== undefined && { names }),
    ...(where !== undefined && { where: where({ user: session.caller }) }),
    ...(hidden.length > 0 && { hidden: hidden.map((path) => path.join(".")) }),
    ...(readOnly.length > 0 && { readOnly: readOnly.map((path) => path.join(".")) }),
  }));
  if (!mayDo(session, model, asked))
    return { ...about, allowed: false, because: "No role has a rule with this verb for this resource.", rules: [] };
  if (name === "")
    return {
      ...about,
      allowed: true,
      because: "These rules allow it, for the objects that they cover.",
      rules: described,
    };
  return { ...about, name, ...(await withObject(service, session, question)), rules: described };
}

async function withObject(
  service: OwnRequest["service"],
  session: Session,
  { model, verb, subresource, name }: Question,
): Promise<object> {
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  const access = new ObjectAccess(view, session, { verb, subresource });
  const read = await readObject({ model: view.storage, store: service.store }, name);
  if (read === undefined) return { allowed: false, because: `There is no ${model.singular} ${JSON.stringify(name)}.` };
  const stored = view.stored(parseStored(read));
  if (access.scope.covers(stored)) {
    const hidden = access.hiddenIn(stored).map((path) => path.join("."));
    return { allowed: true, because: "These roles cover the object.", coveredBy: access.scope.rolesOf(stored), hidden };
  }
  const because = access.sees(stored)
    ? "The caller sees the object, and no rule covers it for this verb: 403."
    : "No rule covers the object, and the caller does not see it: 404.";
  return { allowed: false, because };
}

/** The caller that is asked about. Without a name it is one without credentials. */
function readIdentity(given: unknown): Identity | undefined {
  const user = isJsonObject(given) ? memberOf(given, "user") : undefined;
  if (user === undefined) return undefined;
  const of = (name: string): unknown => (isJsonObject(user) ? memberOf(user, name) : undefined);
  const [name, groups = [], claims = {}] = [of("name"), of("groups"), of("claims")];
  const isRead = isCallerName(name) && Array.isArray(groups) && groups.every(isCallerName) && isJsonObject(claims);
  if (isRead) return { name, groups, claims };
  throw new ApiError("Invalid", "The caller cannot be read.", {
    errors: [{ path: "/user", code: "invalid", message: "must have a `name`, and may have `groups` and `claims`" }],
  });
}
