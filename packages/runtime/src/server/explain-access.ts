import { mayDo, type Session } from "../access/access-control.js";
import { type Asked, ObjectAccess } from "../access/object-access.js";
import { resourceKey, type Rule } from "../access/role.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored, readObject } from "../resource/stored-object.js";
import { VersionView } from "../version/version-view.js";
import { neededFor, type Question, readQuestion } from "./access-review.js";
import { explainedCaller, originsOf } from "./explained-caller.js";
import { mayReadHistory } from "./may-read-history.js";
import type { OwnRequest } from "./own-paths.js";

/**
 * Why somebody may do something, or may not: the roles and where they come from, the rules that are about it, and which of them cover the object.
 *
 * @throws {ApiError} `Invalid` for a question that cannot be read.
 */
export async function explainAccess(
  { service, body }: OwnRequest,
  models: readonly ModelDescriptor[],
): Promise<object> {
  const { access } = service;
  if (access === undefined) throw new ApiError("NotFound", "This service has no access rules.");
  const given = await body();
  const question = readQuestion(given, models);
  const caller = await explainedCaller(service, given);
  const session = access.sessionFor(caller.identity);
  const { model, verb, subresource, name } = question;
  const about = {
    user: session.caller.name,
    groups: session.caller.groups,
    roles: session.rights.roles,
    roleOrigins: originsOf(access, caller, session.rights.roles),
    notes: session.isOutsider ? [...caller.notes, outsiderNote(service)] : caller.notes,
    verb,
    resource: resourceKey(model, subresource),
    ...(name !== "" && { name }),
  };
  if (caller.refusal !== undefined) return { ...about, allowed: false, because: caller.refusal, rules: [] };
  return { ...about, ...(await verdict(service, session, question)) };
}

/** Why the caller's roles may be fewer than its token or its groups give it. */
function outsiderNote({ home }: OwnRequest["service"]): string {
  const [whose, option] = home === undefined ? ["service itself", "isOfService"] : ["tenant", "belongs"];
  return (
    `The caller does not belong to the ${whose}, so that only role bindings among its objects give it roles. Who belongs is said by ` +
    `\`tenants.${option}\` of the server's options; by groups or claims, it depends on those that were given with the question.`
  );
}

async function verdict(service: OwnRequest["service"], session: Session, question: Question): Promise<object> {
  const { model, name } = question;
  const needed = neededFor(question);
  const lacking = needed.find((asked) => !mayDo(session, model, asked));
  const rules = needed.flatMap((asked) => describedRules(session, model, asked));
  if (lacking !== undefined) {
    const because = `No role has a rule with the verb ${lacking.verb} for ${resourceKey(model, lacking.subresource)}.`;
    return { allowed: false, because: `${because}${hintFor(question)}`, rules };
  }
  if (name === "") return { allowed: true, because: "These rules allow it, for the objects that they cover.", rules };
  return { ...(await withObject(service, session, question)), rules };
}

/** What somebody may have meant who asks to change a history. */
function hintFor({ verb, subresource, model }: Question): string {
  if (subresource !== "history" || verb === "get") return "";
  return ` A history can only be read. To restore a version is to update ${model.plural}, or to create what was deleted.`;
}

function describedRules(session: Session, model: ModelDescriptor, { verb, subresource }: Asked): readonly object[] {
  const resource = resourceKey(model, subresource);
  return session.rights.rules(resource, verb).map((rule) => describedRule(session, resource, rule));
}

function describedRule({ caller }: Session, resource: string, { role, names, where, hidden, readOnly }: Rule): object {
  return {
    role,
    resource,
    ...(names !== undefined && { names }),
    ...(where !== undefined && { where: where({ user: caller }) }),
    ...(hidden.length > 0 && { hidden: hidden.map((path) => path.join(".")) }),
    ...(readOnly.length > 0 && { readOnly: readOnly.map((path) => path.join(".")) }),
  };
}

async function withObject(service: OwnRequest["service"], session: Session, question: Question): Promise<object> {
  const { model, subresource, name } = question;
  if (subresource === "history") {
    const allowed = await mayReadHistory(service, session, question);
    return {
      allowed,
      because: allowed
        ? "Rules cover the object as it is now, or was last."
        : "Nothing of its history is for the caller.",
    };
  }
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  const access = new ObjectAccess(view, session, neededFor(question)[0]);
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
