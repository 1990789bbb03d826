import { ApiError } from "../error/api-error.js";
import type { Role, Rule } from "../access/role.js";
import type { Binding } from "../access/rights.js";
import { admitOwn, ownAnswer, type OwnPath } from "./own-paths.js";

/** All roles with what each may do, and who has them, as they are now: those of `src/access.ts`, those that models bring, and those that are objects. */
export const rolesPath: OwnPath = {
  method: "GET",
  path: "/admin/roles",
  async respond(asked) {
    await admitOwn(asked, { of: "operator", verb: "explain" });
    const { access } = asked.service;
    if (access === undefined) throw new ApiError("NotFound", "This service has no access rules.");
    const { roles, bindings } = await access.everyRole();
    return ownAnswer({ items: [...roles.values()].map((role) => shown(role, bindings)) });
  },
};

function shown({ name, rules, endpoints, pages, operator }: Role, bindings: readonly Binding[]): object {
  return {
    name,
    rules: [...rules].flatMap(([resource, own]) => own.map((rule) => shownRule(resource, rule))),
    endpoints: [...endpoints],
    pages: [...pages],
    operator: [...operator],
    bindings: bindings.filter(({ role }) => role === name).map(({ subjects }) => subjects),
  };
}

/** A function that selects objects by the caller cannot be shown: `isNarrowed` says that there is one. */
function shownRule(resource: string, { verbs, names, where, text, hidden, readOnly, within }: Rule): object {
  return {
    resource,
    verbs: [...verbs],
    ...(names !== undefined && { names }),
    ...(text !== undefined && { where: text }),
    ...((where !== undefined || within !== undefined) && { isNarrowed: true }),
    ...(hidden.length > 0 && { hidden: hidden.map((path) => path.join(".")) }),
    ...(readOnly.length > 0 && { readOnly: readOnly.map((path) => path.join(".")) }),
  };
}
