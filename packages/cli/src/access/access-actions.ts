import { parseJsonText } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import { type ConnectOptions, withService } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { askAccess } from "./access-question.js";
import { type Explanation, explanationText } from "./explained-access.js";

export interface AccessOptions extends ConnectOptions {
  /** Behind the action. */
  readonly words: readonly string[];
  readonly verb: string | undefined;
  readonly user: string | undefined;
  readonly group: readonly string[] | undefined;
  readonly role: readonly string[] | undefined;
  /** Each as `name=value`. */
  readonly claim: readonly string[] | undefined;
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
      const { results } = await askAccess<{ readonly results: readonly { readonly allowed: boolean }[] }>(
        transport,
        { verb, object },
        { path: "/apis/-/access-reviews", bodyOf: (question) => ({ reviews: [question] }) },
      );
      const isAllowed = results[0]?.allowed === true;
      terminal.out(options.json ? jsonText({ allowed: isAllowed }) : isAllowed ? "yes\n" : "no\n");
      return isAllowed ? exitCode.ok : exitCode.found;
    });
  },
  explain: (options, terminal) => {
    const [object] = options.words;
    const { verb } = options;
    if (verb === undefined || object === undefined)
      throw new UsageError("Give --verb and what it is about: explain --user ann --verb update people/bob.");
    const caller = callerOf(options);
    return withService(options, terminal, async ({ transport }) => {
      const answer = await askAccess<Explanation>(
        transport,
        { verb, object },
        { path: "/apis/-/admin/explain", bodyOf: (question) => ({ ...caller, ...question }) },
      );
      terminal.out(options.json ? jsonText(answer) : printable(explanationText(answer)));
      return exitCode.ok;
    });
  },
};

/** The caller that is asked about, as the service takes it. */
function callerOf({ user, group, role, claim }: AccessOptions): { readonly user?: object } {
  if (user === undefined) {
    if (group === undefined && role === undefined && claim === undefined) return {};
    throw new UsageError("--group, --role and --claim are of the caller that --user names.");
  }
  return {
    user: {
      name: user,
      ...(group !== undefined && { groups: group }),
      ...(role !== undefined && { roles: role }),
      ...(claim !== undefined && { claims: Object.fromEntries(claim.map(readClaim)) }),
    },
  };
}

/** A value that reads as JSON is that, so that numbers and lists can be given; any other is a text. */
function readClaim(text: string): readonly [name: string, value: unknown] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--claim must be <name>=<value>, as department=sales, not ${JSON.stringify(text)}.`);
  try {
    return [name, parseJsonText(value)];
  } catch {
    return [name, value];
  }
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

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
