import type { Argv } from "yargs";

import { declareServer, type ServerOptions } from "../server/server-options.js";
import { UsageError } from "../usage-error.js";
import type { ObjectSelection } from "./read-objects.js";

/** Options that select objects of a resource, as yargs reads them. */
export interface SelectionOptions {
  readonly selector: string | undefined;
  readonly "field-selector": string | undefined;
}

const outputFormats = ["table", "wide", "json", "yaml", "name"] as const;

/** A form that objects are printed in. */
export type OutputFormat = (typeof outputFormats)[number];

export function declareSelection<Before>(yargs: Argv<Before>): Argv<Before & SelectionOptions> {
  return yargs
    .option("selector", {
      alias: "l",
      type: "string",
      requiresArg: true,
      describe: "Labels, for example team=red,!old.",
    })
    .option("field-selector", { type: "string", requiresArg: true, describe: "Fields, for example 'spec.age>=18'." });
}

/** Options of commands that show objects of a resource, as yargs reads them. */
export interface ResourceOptions extends ServerOptions, SelectionOptions {
  readonly resource: string;
}

export const resourceArgument = {
  type: "string",
  describe: "For example people, people.<group>, or person/ann.",
} as const;

export const namesArgument = {
  type: "string",
  array: true,
  describe: "Names of objects. Default: all objects.",
} as const;

/** Declares which objects are shown, and which service has them. */
export function declareResource(yargs: Argv): Argv<ResourceOptions> {
  return declareSelection(declareServer(yargs.positional("resource", { ...resourceArgument, demandOption: true })));
}

/** Options of commands that change objects of a resource, as yargs reads them. */
export interface MeantObjectOptions extends ResourceOptions {
  readonly names: readonly string[] | undefined;
  readonly all: boolean;
}

/** Declares which objects are meant, where a resource alone is not all of them, and which service has them. */
export function declareMeant(yargs: Argv, timeoutOf?: string): Argv<MeantObjectOptions> {
  const named = yargs
    .positional("resource", { ...resourceArgument, demandOption: true })
    .positional("names", { ...namesArgument, describe: "Names of objects." });
  return declareSelection(declareServer(named, timeoutOf)).option("all", {
    type: "boolean",
    default: false,
    describe: "All objects of the resource.",
  });
}

export function declareOutput<Before>(yargs: Argv<Before>): Argv<Before & { readonly output: OutputFormat }> {
  return yargs.option("output", {
    alias: "o",
    choices: outputFormats,
    default: "table" as const,
    describe: "In which form.",
  });
}

/** The selection as a service reads it. */
export function selectionOf(options: {
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
}): ObjectSelection {
  return { labelSelector: options.selector, fieldSelector: options.fieldSelector };
}

/**
 * @param words What follows the command: a resource and names, or `person/ann`.
 * @throws {UsageError} if objects are named and selected at once
 */
export function assertNamedOrSelected(
  words: readonly string[],
  { labelSelector, fieldSelector }: ObjectSelection,
): void {
  const isNamed = words.length > 1 || words[0]?.includes("/") === true;
  if (!isNamed || (labelSelector === undefined && fieldSelector === undefined)) return;
  throw new UsageError("Give names or selectors: a name selects one object already.");
}
