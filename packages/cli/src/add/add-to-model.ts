import type { EditPlan } from "@cmgen/generator";

import { defineCommand } from "../define-command.js";
import { ownCommand } from "../own-command.js";
import { UsageError } from "../usage-error.js";
import { addToPlugin, generateNext, type NextStep } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption, modelArgument } from "./options.js";

/** `cmgen add field <model> <path> <type>`. */
export const addFieldCommand = defineCommand({
  parent: "add",
  usage: "field <model> <path> <type>",
  summary: "A field, behind the last one.",
  examples: [
    ["add field Person spec.email string --optional", "A field that may be left out"],
    ["add field Person spec.visits number --default 0", "A field with a default"],
  ],
  declare: (yargs) =>
    yargs
      .positional("model", modelArgument)
      .positional("path", {
        type: "string",
        demandOption: true,
        describe: "From the object: spec.total, spec.address.city, spec.lines[].price.",
      })
      .positional("type", {
        type: "string",
        demandOption: true,
        describe: "TypeScript: number, 'string[]', Timestamp.",
      })
      .option("optional", { type: "boolean", default: false, describe: "It may be left out." })
      .option("default", {
        type: "string",
        requiresArg: true,
        describe: "JSON that is filled in where it is left out.",
      })
      .option("required", {
        type: "boolean",
        default: false,
        describe: "Require it even if stored objects lack it.",
      })
      .option("doc", {
        type: "string",
        default: "",
        requiresArg: true,
        describe: 'What it is, for its comment. Tags may be in it: "In euros. @minimum 0".',
      })
      .option("api-version", apiVersionOption)
      .option("dry-run", dryRunOption)
      .check(({ required, optional, default: filled }) => {
        if (required && (optional || filled !== undefined)) {
          throw new UsageError("--required goes with neither --optional nor --default.");
        }
        return true;
      }),
  run: ({ path, type, optional, required, default: filled, doc, dryRun, model, apiVersion }, terminal) => {
    const comment = filled === undefined ? doc : `${doc} @default ${assertJson(filled)}`.trim();
    const field = { path, type, optional: optional || filled !== undefined, doc: comment };
    const request = { adds: "field", model, apiVersion, ...field } as const;
    const refuses = (plan: EditPlan): string | undefined =>
      required ? undefined : breaks(plan, path, ownCommand("generate", terminal));
    const next = ({ model: edited, indexable }: EditPlan): readonly NextStep[] => [
      ...(indexable === true && edited ? [{ command: `add index ${edited.kind} ${path}` }] : []),
      generateNext,
    ];
    return addToPlugin(request, { dryRun, next, refuses }, terminal);
  },
});

/** What is to be said where stored objects would lack the field. */
function breaks({ broken, model }: EditPlan, path: string, generate: string): string | undefined {
  const kind = model?.kind;
  const ours = broken.filter((other) => other.kind === kind).flatMap((other) => other.breaks);
  if (!ours.some(({ message }) => message.startsWith(`${path} `))) return undefined;
  return (
    `${kind} was generated before, so objects may be stored that have no ${path}. Add --optional or --default <json>. ` +
    `With --required the field is added as it is, and \`${generate}\` prints the step that stored objects then need.`
  );
}

function assertJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new UsageError(`--default ${text} is not JSON. A text takes double quotes: --default '"open"'.`);
  }
}

/** `cmgen add index <model> <path>`. */
export const addIndexCommand = defineCommand({
  parent: "add",
  usage: "index <model> <path>",
  summary: "An index, so that lists can be selected and sorted by a field.",
  examples: [
    ["add index Person spec.gender", "Select and sort by a field"],
    ["add index Invoice spec.number --unique --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .positional("model", modelArgument)
      .positional("path", { type: "string", demandOption: true, describe: "The field, from the object: spec.total." })
      .option("unique", { type: "boolean", default: false, describe: "No two objects have the same value." })
      .option("order", { choices: ["asc", "desc"] as const, describe: "The direction of a sort that names none." })
      .option("api-version", apiVersionOption)
      .option("dry-run", dryRunOption),
  run: ({ model, apiVersion, path, unique, order, dryRun }, terminal) => {
    const direction = order === "desc" ? "DESC" : undefined;
    const request = { adds: "index", model, apiVersion, path, unique, order: direction } as const;
    return addToPlugin(request, { dryRun, next: () => [generateNext] }, terminal);
  },
});
