/** What a service answers about what somebody may do. */
export interface Explanation {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly roles: readonly string[];
  /** Where each role comes from. */
  readonly roleOrigins?: readonly { readonly role: string; readonly from: readonly string[] }[];
  /** What the caller should know. */
  readonly notes?: readonly string[];
  readonly verb: string;
  readonly resource: string;
  readonly name?: string;
  readonly allowed: boolean;
  readonly because: string;
  readonly coveredBy?: readonly string[];
  readonly rules: readonly ExplainedRule[];
}

interface ExplainedRule {
  readonly role: string;
  readonly resource?: string;
  readonly names?: readonly string[];
  readonly where?: unknown;
  readonly hidden?: readonly string[];
  readonly readOnly?: readonly string[];
}

/** An explanation in lines for a terminal. */
export function explanationText(answer: Explanation): string {
  const { user, groups = [], verb, resource, name, allowed, because, coveredBy = [], notes = [], rules } = answer;
  const object = name === undefined ? resource : `${name} of ${resource}`;
  const isOfSeveral = new Set(rules.map((rule) => rule.resource)).size > 1;
  return [
    `${user} ${allowed ? "may" : "may not"} ${verb} ${object}. ${because}`,
    ...notes.map((note) => `Note: ${note}`),
    ...(groups.length === 0 ? [] : [`Groups: ${groups.join(", ")}`]),
    "Roles:",
    ...roleTexts(answer),
    ...(coveredBy.length === 0 ? [] : [`Covered by: ${coveredBy.join(", ")}`]),
    ...(rules.length === 0 ? [] : ["Rules:"]),
    ...rules.map((rule) => ruleText(rule, isOfSeveral)),
    "",
  ].join("\n");
}

function roleTexts({ roles, roleOrigins = [] }: Explanation): readonly string[] {
  return roles.map((role) => {
    const from = roleOrigins.find((origin) => origin.role === role)?.from ?? [];
    return `  ${role}${from.length === 0 ? "" : `: ${from.join("; ")}`}`;
  });
}

function ruleText({ role, resource, names, where, hidden, readOnly }: ExplainedRule, isOfSeveral: boolean): string {
  const limits = [
    ...(names === undefined ? [] : [`names ${names.join(", ")}`]),
    ...(where === undefined ? [] : [`where ${JSON.stringify(where)}`]),
    ...(hidden === undefined ? [] : [`hidden ${hidden.join(", ")}`]),
    ...(readOnly === undefined ? [] : [`read-only ${readOnly.join(", ")}`]),
  ];
  const of = isOfSeveral && resource !== undefined ? ` for ${resource}` : "";
  return `  ${role}${of}: ${limits.join("; ") || "all objects, whole"}`;
}
