import type { Argv } from "yargs";

export const resultFormats = ["yaml", "json", "name"] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** Options that say where objects are read from, as yargs reads them. */
export interface FileOptions {
  readonly filename: readonly string[] | undefined;
  readonly recursive: boolean;
}

/** Options of commands that send the objects of files, as yargs reads them. */
export interface DocumentOptions extends FileOptions {
  readonly "dry-run": boolean;
  readonly output: ResultFormat | undefined;
}

export function declareFiles<Before>(yargs: Argv<Before>): Argv<Before & FileOptions> {
  return yargs
    .option("filename", {
      alias: "f",
      type: "string",
      array: true,
      nargs: 1,
      describe: "A file, a folder of files, or - for standard input: YAML or JSON. May be repeated.",
    })
    .option("recursive", { alias: "R", type: "boolean", default: false, describe: "Read folders below, too." });
}

export function declareDocuments<Before>(yargs: Argv<Before>): Argv<Before & DocumentOptions> {
  return declareFiles(yargs)
    .option("dry-run", {
      type: "boolean",
      default: false,
      describe: "Change nothing; print what would be done. The service's rules are not checked.",
    })
    .option("output", {
      alias: "o",
      choices: resultFormats,
      describe: "Print the objects, or their names, in place of what was done.",
    });
}
