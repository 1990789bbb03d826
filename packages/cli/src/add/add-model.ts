import { checkApiVersion, checkGroup, checkKind, checkResourceName, type NameProblem } from "@cmgen/model";

import type { Command } from "../command.js";
import { pluralOf } from "../scaffold/plural-of.js";
import { UsageError } from "../usage-error.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersion, dryRun } from "./options.js";
import { parseField } from "./parse-field.js";

interface AddModelOptions {
  readonly kind: string;
  readonly fields: readonly string[] | undefined;
  readonly group: string | undefined;
  readonly "api-version": string | undefined;
  readonly plural: string | undefined;
  readonly status: boolean;
  readonly doc: string;
  readonly "dry-run": boolean;
}

/** `cmgen add model <Kind> [name:type..]`. */
export const addModelCommand: Command<AddModelOptions> = {
  usage: "model <kind> [fields..]",
  summary: "A model, in a module of its own.",
  declare: (yargs) =>
    yargs
      .positional("kind", { type: "string", demandOption: true, describe: "Its kind, in PascalCase: Invoice." })
      .positional("fields", {
        type: "string",
        array: true,
        describe: "Fields of its spec: title:string, 'due?:Timestamp'. Default: a title.",
      })
      .option("group", { type: "string", requiresArg: true, describe: "Its API group. Default: the other models'." })
      .option("api-version", { ...apiVersion, describe: "Default: the other models', else v1alpha1." })
      .option("plural", { type: "string", requiresArg: true, describe: "Default: by the rules of English." })
      .option("status", { type: "boolean", default: false, describe: "Give it a status, which the service writes." })
      .option("doc", { type: "string", default: "", requiresArg: true, describe: "What it is, for its comment." })
      .option("dry-run", dryRun),
  run: ({ kind, fields = [], group, apiVersion: version, plural, status, doc, dryRun: dry }, terminal) => {
    const singular = kind.toLowerCase();
    const named = plural ?? pluralOf(singular);
    assertForm(kind, "a kind", checkKind(kind));
    assertForm(named, "a plural", checkResourceName(named));
    if (group !== undefined) assertForm(group, "a group", checkGroup(group));
    if (version !== undefined) assertForm(version, "a version", checkApiVersion(version));
    const rest = { singular, plural: named, group, apiVersion: version, status, doc };
    const request = { adds: "model", kind, fields: fields.map(parseField), ...rest } as const;
    const next = () => [
      { command: `add field ${kind} spec.<name> <type>` },
      { command: `add index ${kind} spec.<name>` },
      generateNext,
    ];
    return addToPlugin(request, { dryRun: dry, next }, terminal);
  },
};

/** @throws {UsageError} for a name that breaks a rule. */
function assertForm(name: string, what: string, [problem]: readonly NameProblem[]): void {
  if (problem !== undefined) throw new UsageError(`"${name}" cannot be ${what}: ${problem.message}.`);
}
