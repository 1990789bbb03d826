import type { EditPlan } from "@cmgen/generator";

import type { Command } from "../command.js";
import { ownCommand } from "../own-command.js";
import { UsageError } from "../usage-error.js";
import { addToPlugin, generateNext, type NextStep } from "./add-to-plugin.js";
import { apiVersion, dryRun, model, type ModelOptions } from "./options.js";

interface AddFieldOptions extends ModelOptions {
  readonly path: string;
  readonly type: string;
  readonly optional: boolean;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly doc: string;
}

/** `cmgen add field <model> <path> <type>`. */
export const addFieldCommand: Command<AddFieldOptions> = {
  usage: "field <model> <path> <type>",
  summary: "A field, behind the last one.",
  declare: (yargs) =>
    yargs
      .positional("model", model)
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
      .option("api-version", apiVersion)
      .option("dry-run", dryRun)
      .check(({ required, optional, default: filled }) => {
        if (required && (optional || filled !== undefined)) {
          throw new UsageError("--required goes with neither --optional nor --default.");
        }
        return true;
      }),
  run: ({ path, type, optional, required, default: filled, doc, dryRun: dry, ...which }, terminal) => {
    const comment = filled === undefined ? doc : `${doc} @default ${assertJson(filled)}`.trim();
    const field = { path, type, optional: optional || filled !== undefined, doc: comment };
    const request = { adds: "field", model: which.model, apiVersion: which.apiVersion, ...field } as const;
    const refuses = (plan: EditPlan): string | undefined =>
      required ? undefined : breaks(plan, path, ownCommand("generate", terminal));
    const next = ({ model: { kind }, indexable }: EditPlan): readonly NextStep[] => [
      ...(indexable === true ? [{ command: `add index ${kind} ${path}` }] : []),
      generateNext,
    ];
    return addToPlugin(request, { dryRun: dry, next, refuses }, terminal);
  },
};

/** What is to be said where stored objects would lack the field. */
function breaks({ broken, model: { kind } }: EditPlan, path: string, generate: string): string | undefined {
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
