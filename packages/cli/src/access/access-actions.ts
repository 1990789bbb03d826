import type { Transport } from "@cmgen/client";

import { exitCode, type ExitCode } from "../exit-code.js";
import { type ConnectOptions, withService } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export interface AccessOptions extends ConnectOptions {
  /** Behind the action. */
  readonly words: readonly string[];
  readonly verb: string | undefined;
  readonly user: string | undefined;
  readonly group: readonly string[] | undefined;
  readonly json: boolean;
}

type Action = (options: AccessOptions, terminal: Terminal) => Promise<ExitCode>;

export const accessActions: Readonly<Record<"whoami" | "can-i" | "explain", Action>> = {
  whoami: (options, terminal) =>
    withService(options, terminal, async ({ transport }) => {
      const answer = await transport.json<WhoAmI>({ method: "GET", path: "/apis/-/whoami" });
      terminal.out(options.json ? jsonText(answer) : printable(whoAmIText(answer)));
      return exitCode.ok;
    }),
  "can-i": (options, terminal) => {
    const [verb, object] = options.words;
    if (verb === undefined || object === undefined)
      throw new UsageError("Give a verb and what it is about: can-i update people/bob.");
    return withService(options, terminal, async ({ transport }) => {
      const reviews = [{ verb, ...subjectOf(object) }];
      const { results } = await post<{ readonly results: readonly { readonly allowed: boolean }[] }>(
        transport,
        "/apis/-/access-reviews",
        { reviews },
      );
      const isAllowed = results[0]?.allowed === true;
      terminal.out(options.json ? jsonText({ allowed: isAllowed }) : isAllowed ? "yes\n" : "no\n");
      return isAllowed ? exitCode.ok : exitCode.found;
    });
  },
  explain: (options, terminal) => {
    const [object] = options.words;
    const { verb, user, group } = options;
    if (verb === undefined || object === undefined)
      throw new UsageError("Give --verb and what it is about: explain --user ann --verb update people/bob.");
    return withService(options, terminal, async ({ transport }) => {
      const caller = user === undefined ? {} : { user: { name: user, ...(group !== undefined && { groups: group }) } };
      const answer = await post<Explanation>(transport, "/apis/-/admin/explain", {
        ...caller,
        verb,
        ...subjectOf(object),
      });
      terminal.out(options.json ? jsonText(answer) : printable(explanationText(answer)));
      return exitCode.ok;
    });
  },
};

function post<Answer>(transport: Transport, path: string, body: object): Promise<Answer> {
  return transport.json<Answer>({ method: "POST", path, body });
}

/** `people`, `people/bob`, `people.people.example.com/bob`; a subresource is named by its resource: `people/status`. */
function subjectOf(text: string): { readonly resource: string; readonly group?: string; readonly name?: string } {
  const [called = "", ...rest] = text.split("/");
  const [plural = "", ...group] = called.split(".");
  const isSubresource = rest.length === 1 && rest[0] === "status";
  const name = isSubresource ? undefined : rest.join("/");
  return {
    resource: isSubresource ? `${plural}/status` : plural,
    ...(group.length > 0 && { group: group.join(".") }),
    ...(name !== undefined && name !== "" && { name }),
  };
}

interface WhoAmI {
  readonly name: string;
  readonly authenticated: boolean;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly expiresAt?: string;
}

function whoAmIText({ name, authenticated, groups, roles, expiresAt }: WhoAmI): string {
  return [
    `${name}${authenticated ? "" : " (without credentials)"}`,
    `  groups  ${groups.join(", ") || "none"}`,
    `  roles   ${roles.join(", ") || "none"}`,
    ...(expiresAt === undefined ? [] : [`  until   ${expiresAt}`]),
    "",
  ].join("\n");
}

interface Explanation {
  readonly user: string;
  readonly roles: readonly string[];
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
  readonly names?: readonly string[];
  readonly where?: unknown;
  readonly hidden?: readonly string[];
  readonly readOnly?: readonly string[];
}

function explanationText(answer: Explanation): string {
  const { user, roles, verb, resource, name, allowed, because, coveredBy = [], rules } = answer;
  const object = name === undefined ? resource : `${name} of ${resource}`;
  const covered = coveredBy.length === 0 ? [] : [`Covered by: ${coveredBy.join(", ")}`];
  return [
    `${user} ${allowed ? "may" : "may not"} ${verb} ${object}. ${because}`,
    `Roles: ${roles.join(", ")}`,
    ...covered,
    ...rules.map(ruleText),
    "",
  ].join("\n");
}

function ruleText({ role, names, where, hidden, readOnly }: ExplainedRule): string {
  const limits = [
    ...(names === undefined ? [] : [`names ${names.join(", ")}`]),
    ...(where === undefined ? [] : [`where ${JSON.stringify(where)}`]),
    ...(hidden === undefined ? [] : [`hidden ${hidden.join(", ")}`]),
    ...(readOnly === undefined ? [] : [`read-only ${readOnly.join(", ")}`]),
  ];
  return `  rule of ${role}: ${limits.join("; ") || "all objects, whole"}`;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
