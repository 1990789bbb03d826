import { basename } from "node:path";

import { checkGroup, checkKind } from "@cmgen/model/internal";

import { type PackageManager, packageManagerIn } from "../installer.js";
import { outerWorkspace } from "../scaffold/outer-workspace.js";
import type { PluginStart } from "../scaffold/plugin-start.js";
import { sampleKind } from "../scaffold/sample-model.js";
import { UsageError } from "../usage-error.js";

/** What is to be known of a plugin before it is written, and of what follows. */
export interface PluginAnswers {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly start: PluginStart;
  readonly docker: boolean;
  readonly packageManager: PackageManager;
  readonly install: boolean;
  readonly git: boolean;
}

/** Answers that were given on the command line. */
export type GivenAnswers = { readonly [Name in keyof PluginAnswers]: PluginAnswers[Name] | undefined };

/** What is taken where nothing is said. Nothing is installed then, and no repository is made. */
export function defaultAnswers(target: string, given: GivenAnswers): PluginAnswers {
  const name = given.name ?? basename(target);
  return {
    name,
    group: given.group ?? `${name}.example.com`,
    kind: given.kind ?? sampleKind,
    start: given.start ?? "sample",
    docker: given.docker ?? false,
    packageManager: given.packageManager ?? managerFor(target),
    install: given.install ?? false,
    git: given.git ?? false,
  };
}

/** That of the workspace the plugin becomes a package of, else the one that runs this program. */
function managerFor(target: string): PackageManager {
  const workspace = outerWorkspace(target);
  const own = workspace?.isMember === true ? workspace.manager : undefined;
  return own ?? packageManagerIn(process.env["npm_config_user_agent"]);
}

/** The name becomes the package's, and a label of the group: a DNS label that starts with a letter is both. */
export function nameProblem(name: string): string | undefined {
  return /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
    ? undefined
    : 'it must have at most 63 characters (lowercase letters, digits and "-"), start with a letter and not end with "-"';
}

export function groupProblem(group: string): string | undefined {
  return checkGroup(group)[0]?.message;
}

export function kindProblem(kind: string): string | undefined {
  return checkKind(kind)[0]?.message;
}

/** @throws {UsageError} for an answer that cannot be followed. */
export function assertAnswers({ name, group, kind }: PluginAnswers): void {
  const problems = [
    [nameProblem(name), `"${name}" cannot be a plugin's name`, "--name"],
    [groupProblem(group), `"${group}" cannot be a group`, "--group"],
    [kindProblem(kind), `"${kind}" cannot be a kind`, "--kind"],
  ] as const;
  for (const [problem, what, option] of problems) {
    if (problem !== undefined) throw new UsageError(`${what}: ${problem}. Choose another with ${option}.`);
  }
}
