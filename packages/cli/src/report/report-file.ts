import type { Terminal } from "../terminal.js";

/** What became of a file. */
export interface FileReport {
  readonly fate: "create" | "update" | "merge" | "conflict" | "delete" | "skip";
  /** As the user would write it. */
  readonly path: string;
  /** Why, where that is not plain. */
  readonly reason?: string;
}

/** Prints one line for a file. */
export function reportFile({ fate, path, reason }: FileReport, terminal: Terminal): void {
  terminal.out(`${fate.padEnd(8)}  ${path}${reason === undefined ? "" : `  (${reason})`}\n`);
}
