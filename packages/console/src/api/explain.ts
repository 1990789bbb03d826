import { transport } from "./connection.js";
import { listOf, recordOf, textOf, textsOf, type Json } from "./json.js";

/** Whom a question is about, and what they want to do. */
export interface AccessQuestion {
  /** Undefined for a caller without credentials. */
  readonly user: string | undefined;
  readonly groups: readonly string[];
  readonly verb: string;
  /** `people`, or `people/status`. */
  readonly resource: string;
  readonly group: string;
  /** Empty for any object. */
  readonly name: string;
}

/** A rule that is about what was asked. */
export interface ExplainedRule {
  readonly role: string;
  readonly where: string | undefined;
  readonly names: readonly string[];
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
}

/** Whether somebody may do something, and why. */
export interface Explanation {
  readonly allowed: boolean;
  readonly because: string;
  readonly roles: readonly { readonly role: string; readonly from: readonly string[] }[];
  readonly rules: readonly ExplainedRule[];
  readonly coveredBy: readonly string[];
  readonly notes: readonly string[];
}

export async function explain(question: AccessQuestion): Promise<Explanation> {
  const { user, groups, verb, resource, group, name } = question;
  const body = {
    ...(user !== undefined && { user: { name: user, ...(groups.length > 0 && { groups }) } }),
    verb,
    resource,
    group,
    ...(name !== "" && { name }),
  };
  const answer = recordOf(await transport.value({ method: "POST", path: "/apis/-/admin/explain", body }));
  return {
    allowed: answer["allowed"] === true,
    because: textOf(answer["because"]) ?? "",
    roles: listOf(answer["roleOrigins"]).map((each) => {
      const { role, from } = recordOf(each);
      return { role: textOf(role) ?? "", from: textsOf(from) };
    }),
    rules: listOf(answer["rules"]).map((each) => ruleOf(recordOf(each))),
    coveredBy: textsOf(answer["coveredBy"]),
    notes: textsOf(answer["notes"]),
  };
}

function ruleOf({ role, where, names, hidden, readOnly }: Json): ExplainedRule {
  return {
    role: textOf(role) ?? "",
    where: where === undefined ? undefined : JSON.stringify(where),
    names: textsOf(names),
    hidden: textsOf(hidden),
    readOnly: textsOf(readOnly),
  };
}
