import { checkApiVersion, checkGroup, checkKind, checkResourceName, type NameProblem } from "@cmgen/model/internal";

import { defineCommand } from "../define-command.js";
import { UsageError } from "../usage-error.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption } from "./options.js";
import { parseField } from "./parse-field.js";

/** `cmgen add model <Kind> [name:type..]`. */
export const addModelCommand = defineCommand({
  parent: "add",
  usage: "model <kind> [fields..]",
  summary: "A model, in a module of its own.",
  examples: [
    ["add model Invoice number:string 'due?:Timestamp'", "A model with two fields"],
    ["add model Loan 'person:Ref<Person>' 'note?:string'", "A model whose objects refer to those of another one"],
    ["add model Device --status --group lab.example.com --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .positional("kind", { type: "string", demandOption: true, describe: "Its kind, in PascalCase: Invoice." })
      .positional("fields", {
        type: "string",
        array: true,
        describe: "Fields of its spec: title:string, 'due?:Timestamp'. Default: a title.",
      })
      .option("group", { type: "string", requiresArg: true, describe: "Its API group. Default: the other models'." })
      .option("api-version", { ...apiVersionOption, describe: "Default: the other models', else v1alpha1." })
      .option("plural", { type: "string", requiresArg: true, describe: "Default: by the rules of English." })
      .option("status", { type: "boolean", default: false, describe: "Give it a status, which the service writes." })
      .option("doc", { type: "string", default: "", requiresArg: true, describe: "What it is, for its comment." })
      .option("dry-run", dryRunOption),
  run: ({ kind, fields = [], group, apiVersion, plural, status, doc, dryRun }, terminal) => {
    assertForm(kind, "a kind", checkKind(kind));
    if (plural !== undefined) assertForm(plural, "a plural", checkResourceName(plural));
    if (group !== undefined) assertForm(group, "a group", checkGroup(group));
    if (apiVersion !== undefined) assertForm(apiVersion, "a version", checkApiVersion(apiVersion));
    const rest = { plural, group, apiVersion, status, doc };
    const request = { adds: "model", kind, fields: fields.map(parseField), ...rest } as const;
    const next = () => [
      { command: `add field ${kind} spec.<name> <type>` },
      { command: `add index ${kind} spec.<name>` },
      generateNext,
    ];
    return addToPlugin(request, { dryRun, next }, terminal);
  },
});

/** @throws {UsageError} for a name that breaks a rule. */
function assertForm(name: string, what: string, [problem]: readonly NameProblem[]): void {
  if (problem !== undefined) throw new UsageError(`"${name}" cannot be ${what}: ${problem.message}.`);
}
