import type { Terminal } from "../terminal.js";
import { ObjectTable } from "./object-table.js";
import type { ServedObject } from "./read-objects.js";

export const outputFormats = ["table", "json", "yaml"] as const;
export type OutputFormat = (typeof outputFormats)[number];

type Stretches = AsyncIterable<readonly ServedObject[]>;

/** How objects are printed. */
export interface PrintOptions {
  readonly isList: boolean;
  /** Reads lines about objects, by name, for a table. */
  readonly notes: () => Promise<ReadonlyMap<string, readonly string[]>>;
}

type Print = (stretches: Stretches, terminal: Terminal, options: PrintOptions) => Promise<void>;

/** Prints objects as they come. JSON is one object or a list, YAML a document each. */
export const printObjects: Readonly<Record<OutputFormat, Print>> = {
  table: async (stretches, terminal, { notes }) => {
    const table = new ObjectTable(terminal.now(), await notes());
    let isEmpty = true;
    for await (const objects of stretches) {
      isEmpty = false;
      terminal.out(table.print(objects));
    }
    if (isEmpty) terminal.error("There are none.\n");
  },
  json: async (stretches, terminal, { isList }) => {
    let separator = isList ? "[\n" : "";
    for await (const objects of stretches) {
      for (const object of objects) {
        terminal.out(separator + JSON.stringify(object, null, 2));
        separator = ",\n";
      }
    }
    if (isList) terminal.out(separator === "[\n" ? "[]\n" : "\n]\n");
    else terminal.out("\n");
  },
  yaml: async (stretches, terminal) => {
    const { dump } = await import("js-yaml");
    for await (const objects of stretches) for (const object of objects) terminal.out(`---\n${dump(object)}`);
  },
};
