import { printCsvCell } from "@cmgen/model/internal";
import { recordOf } from "../../api/json.js";
import type { Model } from "../../api/model.js";
import type { ServiceDocument } from "../../api/read-document.js";
import { typesAt } from "./field-types.js";

export type ExportFormat = "jsonl" | "csv";

/** How objects are written to a file: what comes before the first, and what becomes of a line of the answer, which is an object as JSON. */
export interface Printer {
  readonly head: string;
  readonly print: (line: string) => string;
}

export function jsonLines(): Printer {
  return { head: "", print: (line) => `${line}\n` };
}

/** A table of these fields, as `cmgen export` writes it: the first column is the name. */
export function csvTable({ schemas }: ServiceDocument, model: Model, ids: readonly string[]): Printer {
  const columns = [...new Set(["metadata.name", ...ids])].map((id) => {
    const path = id.split(".");
    const types = typesAt({ schemas }, model.schema, path);
    return { id, path, isText: types.size === 1 && types.has("string") };
  });
  return {
    head: `${columns.map(({ id }) => printCsvCell(id, true)).join()}\r\n`,
    print: (line) => {
      const object: unknown = JSON.parse(line);
      return `${columns.map(({ path, isText }) => printCsvCell(valueAt(object, path), isText)).join()}\r\n`;
    },
  };
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, name) => {
    const members = recordOf(parent);
    return Object.hasOwn(members, name) ? members[name] : undefined;
  }, object);
}
