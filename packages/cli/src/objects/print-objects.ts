import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { ObjectTable } from "./object-table.js";
import type { OutputFormat } from "./selection-options.js";
import type { ServedObject } from "./served-object.js";
import { fullName, type ServedResource } from "./served-resource.js";

/** Prints objects as they come. */
export interface ObjectPrinter {
  print(resource: ServedResource, objects: readonly ServedObject[]): Promise<void>;
  /** Called once after the last objects. */
  end(): Promise<void>;
}

/** How objects are printed. */
export interface PrintOptions {
  readonly format: OutputFormat;
  /** Whether there may be any number of objects, which are printed as a list. */
  readonly isList: boolean;
  /** Reads lines about the objects of a resource, by name, for a table. */
  readonly notes?: (resource: ServedResource) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** JSON is one object or a list, YAML a document for each object, and a table has objects of one resource. */
export function objectPrinter(options: PrintOptions, terminal: Terminal): ObjectPrinter {
  switch (options.format) {
    case "json":
      return jsonPrinter(options.isList, terminal);
    case "yaml":
      return yamlPrinter(terminal);
    case "name":
      return {
        print: (resource, objects) =>
          written(
            terminal,
            objects.map(({ metadata }) => `${printable(fullName(resource, metadata.name))}\n`).join(""),
          ),
        end: async () => {},
      };
    default:
      return tablePrinter(options, terminal);
  }
}

function tablePrinter({ format, notes }: PrintOptions, terminal: Terminal): ObjectPrinter {
  let current: ServedResource | undefined;
  let table: ObjectTable | undefined;
  return {
    print: async (resource, objects) => {
      if (objects.length === 0) return;
      if (table === undefined || current !== resource) {
        const gap = table === undefined ? "" : "\n";
        const lines = await notes?.(resource);
        const isWide = format === "wide";
        const { columns, indexes } = resource;
        const shown = { columns, indexes, isWide };
        table = new ObjectTable({ now: terminal.now, ...shown, ...(lines !== undefined && { notes: lines }) });
        current = resource;
        terminal.out(gap);
      }
      await written(terminal, table.print(objects));
    },
    end: async () => {
      if (table === undefined) terminal.error("No objects found.\n");
    },
  };
}

function jsonPrinter(isList: boolean, terminal: Terminal): ObjectPrinter {
  let separator = isList ? "[\n" : "";
  return {
    print: async (_, objects) => {
      for (const object of objects) {
        await written(terminal, separator + JSON.stringify(object, null, 2));
        separator = isList ? ",\n" : "\n";
      }
    },
    end: async () => terminal.out(!isList ? (separator === "" ? "" : "\n") : separator === "[\n" ? "[]\n" : "\n]\n"),
  };
}

function yamlPrinter(terminal: Terminal): ObjectPrinter {
  return {
    print: async (_, objects) => {
      const { printYaml } = await import("./print-yaml.js");
      for (const object of objects) await written(terminal, `---\n${printYaml(object)}`);
    },
    end: async () => {},
  };
}

/** Writes, and waits until that could be taken. */
async function written(terminal: Terminal, text: string): Promise<void> {
  terminal.out(text);
  await terminal.drained?.();
}
