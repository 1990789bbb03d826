import { mayDo, type Session } from "../access/access-control.js";
import { printFieldPath } from "../access/field-path.js";
import { ObjectAccess } from "../access/object-access.js";
import { OPERATOR_VERBS } from "../access/role.js";
import { ApiError } from "../error/api-error.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { parseStored, readObject } from "../resource/stored-object.js";
import { VersionView } from "../version/version-view.js";
import { neededFor, type Question, readQuestions } from "./access-review.js";
import { mayReadHistory } from "./may-read-history.js";
import { signInPath } from "../sign-in/provider-paths.js";
import { admitOwn, OWN_BASE, ownAnswer, type OwnPath, type OwnRequest } from "./own-paths.js";

/** Who the caller is, and what it may do. Anyone may ask this of itself. */
export function accessPaths({ models }: Pick<PluginRegistry, "models">): readonly OwnPath[] {
  return [
    {
      method: "GET",
      path: "/whoami",
      respond: async (asked) => ownAnswer(whoAmI(await session(asked), asked.service)),
    },
    {
      method: "POST",
      path: "/access-reviews",
      respond: async (asked) => {
        const caller = await session(asked);
        const results = [];
        for (const question of readQuestions(await asked.body(), models))
          results.push(
            "endpoint" in question
              ? { allowed: caller.rights.mayCall(question.endpoint) }
              : await review(asked, caller, question),
          );
        return ownAnswer({ results });
      },
    },
  ];
}

async function session(asked: OwnRequest): Promise<Session> {
  const found = await admitOwn(asked, { of: "self" });
  if (found === undefined)
    throw new ApiError("NotFound", "This service has no access rules: there is nothing at this path.");
  return found;
}

function whoAmI({ caller, identity, rights }: Session, service: OwnRequest["service"]): object {
  const operator = OPERATOR_VERBS.filter((verb) => rights.mayOperate(verb));
  return {
    name: caller.name,
    authenticated: identity !== undefined,
    groups: caller.groups,
    roles: rights.roles,
    ...(operator.length > 0 && { operator }),
    signIn: waysToSignIn(service),
    ...(identity?.expiresAt !== undefined && { expiresAt: new Date(identity.expiresAt).toISOString() }),
  };
}

/** What somebody can sign in with, for a page that asks them to. */
function waysToSignIn({ users, access }: OwnRequest["service"]): object {
  const providers = (access?.signIns ?? []).map((each) => ({
    label: each.label,
    path: `${OWN_BASE}${signInPath(each)}`,
  }));
  return { password: users !== undefined, providers };
}

interface Review {
  readonly allowed: boolean;
  /** Paths of fields that the write could not set or change; absent if there are none. */
  readonly readOnly?: readonly string[];
}

const REFUSED: Review = { allowed: false };

/** For a name, whether the caller may do it with that object as it is now. */
async function review({ service }: OwnRequest, caller: Session, question: Question): Promise<Review> {
  const { model, verb, subresource, name } = question;
  if (!neededFor(question).every((asked) => mayDo(caller, model, asked))) return REFUSED;
  if (subresource === "history") return { allowed: name === "" || (await mayReadHistory(service, caller, question)) };
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  const { scope } = new ObjectAccess(view, caller, neededFor(question)[0]);
  const isOfAll = name === "" || scope.rows === undefined;
  const found = isOfAll ? undefined : await readObject({ model: view.storage, store: service.store }, name);
  const stored = found && view.stored(parseStored(found));
  if (!isOfAll && (stored === undefined || !scope.covers(stored))) return REFUSED;
  const isWrite = verb === "create" || verb === "update";
  const readOnly = isWrite ? scope.lockedIn(stored).map(printFieldPath) : [];
  return { allowed: true, ...(readOnly.length > 0 && { readOnly }) };
}
