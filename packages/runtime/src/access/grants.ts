import type { Rights } from "./rights.js";
import type { Role, Rule } from "./role.js";

/**
 * Whether somebody with these rights may give a role to somebody else: it must have every right of the role itself. Otherwise whoever may write roles
 * could do everything.
 */
export function mayGrant(rights: Rights, { rules, endpoints, pages, operator }: Role): boolean {
  const hasRules = [...rules].every(([resource, own]) =>
    own.every((rule) =>
      [...rule.verbs].every((verb) => rights.rules(resource, verb).some((held) => includesRule(held, rule))),
    ),
  );
  return (
    hasRules &&
    [...endpoints].every((endpoint) => rights.mayCall(endpoint)) &&
    [...pages].every((page) => rights.maySee(page)) &&
    [...operator].every((verb) => rights.mayOperate(verb))
  );
}

/** Two selectors are not compared: only one that covers everything, or the same one, is known to cover what another does. */
function includesRule(held: Rule, wanted: Rule): boolean {
  if (held === wanted) return true;
  const isWhole =
    held.where === undefined && held.within === undefined && held.hidden.length === 0 && held.readOnly.length === 0;
  return isWhole && (held.names === undefined || wanted.names?.every((name) => held.names?.includes(name)) === true);
}
