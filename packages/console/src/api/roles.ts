import { queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf, textsOf, type Json } from "./json.js";

/** What a role may do with the objects of a resource. */
export interface RoleRule {
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly names: readonly string[];
  /** A selector, where the rule is of an object. */
  readonly where: string | undefined;
  /** Whether it covers only some objects. */
  readonly isNarrowed: boolean;
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
}

/** A role, and who has it. */
export interface ServiceRole {
  readonly name: string;
  readonly rules: readonly RoleRule[];
  /** Endpoints, pages, and verbs of operators. */
  readonly others: readonly string[];
  readonly holders: readonly RoleHolders[];
}

/** A binding: anyone who is in one of the lists has the role. */
export interface RoleHolders {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly claims: readonly string[];
}

export const rolesQuery = queryOptions({
  queryKey: ["operator", "roles"],
  queryFn: async ({ signal }): Promise<readonly ServiceRole[]> => {
    const path = "/apis/-/admin/roles";
    const body = recordOf(await transport.value({ method: "GET", path, options: { signal } }));
    return listOf(body["items"]).map((each) => roleOf(recordOf(each)));
  },
});

function roleOf({ name, rules, endpoints, pages, operator, bindings }: Json): ServiceRole {
  return {
    name: textOf(name) ?? "",
    rules: listOf(rules).map((rule) => ruleOf(recordOf(rule))),
    others: [...textsOf(endpoints), ...textsOf(pages), ...textsOf(operator)],
    holders: listOf(bindings).map((each) => holdersOf(recordOf(each))),
  };
}

function ruleOf({ resource, verbs, names, where, isNarrowed, hidden, readOnly }: Json): RoleRule {
  return {
    resource: textOf(resource) ?? "",
    verbs: textsOf(verbs),
    names: textsOf(names),
    where: textOf(where),
    isNarrowed: isNarrowed === true || where !== undefined || names !== undefined,
    hidden: textsOf(hidden),
    readOnly: textsOf(readOnly),
  };
}

function holdersOf({ users, groups, claims }: Json): RoleHolders {
  const wanted = Object.entries(recordOf(claims)).map(([claim, value]) => `${claim}=${String(value)}`);
  return { users: textsOf(users), groups: textsOf(groups), claims: wanted };
}
