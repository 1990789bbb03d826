import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import type { ChangeType } from "./follow-objects.js";
import { ObjectTable } from "./object-table.js";
import type { OutputFormat } from "./selection-options.js";
import type { ServedObject } from "./served-object.js";
import { fullName, type ServedResource } from "./served-resource.js";

/** Prints changes as they come. */
export interface ChangePrinter {
  print(type: ChangeType, objects: readonly ServedObject[]): Promise<void>;
  /** Says that changes were missed, and that all objects follow. */
  reset(): Promise<void>;
}

/** Longest type of a change. */
const WIDTH = "MODIFIED".length;

/** Prints a line for each change: columns for people, or an event in JSON (NDJSON) or a YAML document for programs. */
export function changePrinter(form: OutputFormat, resource: ServedResource, terminal: Terminal): ChangePrinter {
  const written = async (text: string): Promise<void> => {
    terminal.out(text);
    await terminal.drained?.();
  };
  const missed = "The service no longer has the changes that come next: all objects follow.\n";
  if (form === "json") {
    return {
      print: async (type, objects) => {
        for (const object of objects) await written(`${JSON.stringify({ type, object })}\n`);
      },
      reset: () => written(`${JSON.stringify({ type: "RESET" })}\n`),
    };
  }
  if (form === "yaml") {
    const document = async (event: object): Promise<void> => {
      const { printYaml } = await import("./print-yaml.js");
      await written(`---\n${printYaml(event)}`);
    };
    return {
      print: async (type, objects) => {
        for (const object of objects) await document({ type, object });
      },
      reset: () => document({ type: "RESET" }),
    };
  }
  if (form === "name") {
    return {
      print: async (type, objects) => {
        for (const { metadata } of objects) await written(`${type} ${printable(fullName(resource, metadata.name))}\n`);
      },
      reset: async () => terminal.error(missed),
    };
  }
  const { columns, indexes } = resource;
  let table: ObjectTable | undefined;
  return {
    print: async (type, objects) => {
      if (objects.length === 0) return;
      const isFirst = table === undefined;
      table ??= new ObjectTable({ now: terminal.now, columns, indexes, isWide: form === "wide" });
      const lines = table.print(objects).trimEnd().split("\n");
      await written(lines.map((line, at) => `${mark(line, isFirst && at === 0, type)}${line}\n`).join(""));
    },
    reset: async () => terminal.error(missed),
  };
}

/** What stands before a line of the table: the change before an object, nothing before what is said about it. */
function mark(line: string, isTitle: boolean, type: ChangeType): string {
  const text = isTitle ? "CHANGE" : line.startsWith(" ") ? "" : type;
  return text.padEnd(WIDTH + 2);
}
