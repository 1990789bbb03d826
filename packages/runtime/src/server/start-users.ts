import type { Service } from "../host/service.js";
import { isSessions } from "../identity/sessions.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";

/** Begins to follow the users of a service, if it has any, and warns where signing in is of no use. */
export function startUsers({ users, identities, log }: Service, registry: PluginRegistry): void {
  if (users === undefined) return;
  // The first request with a session tries again.
  void identities.begin().catch((err: unknown) => log.warn({ err }, "changes of users cannot be read yet"));
  const warning = usersWarning(registry);
  if (warning !== undefined) log.warn({}, warning);
}

function usersWarning({ plugins }: PluginRegistry): string | undefined {
  const access = plugins[0]?.access;
  if (access === undefined) {
    return (
      "The service has users, and no src/access.ts says what they may do: everybody may do everything that no authorizer refuses, signed in or " +
      "not. `cmgen add access` makes that file."
    );
  }
  const { authenticate } = access.definition;
  if (authenticate === undefined || authenticate.some(isSessions)) return undefined;
  return "The service has users, and `authenticate` in src/access.ts has no sessions(): anyone who signs in gets a session that every request refuses.";
}
