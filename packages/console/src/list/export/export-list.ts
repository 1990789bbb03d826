import { collectionPath } from "@cmgen/model";
import { listParameters } from "@cmgen/model/internal";
import { transport } from "../../api/connection.js";
import type { Model } from "../../api/model.js";
import { texts } from "../../texts.js";
import { askedList } from "../filters/asked-list.js";
import { selectionOf } from "../list-request.js";
import type { ListSearch } from "../list-search.js";
import type { Printer } from "./export-format.js";
import { readLines } from "./read-lines.js";

/** What is exported, and how. */
export interface Exported {
  readonly model: Model;
  readonly search: ListSearch;
  readonly printer: Printer;
  readonly signal: AbortSignal;
  /** Called with the number of objects that are written so far. */
  readonly onProgress: (count: number) => void;
}

/** A part of the file of this many characters is handed to the browser, which may put it on the disk: a page must not hold a million objects. */
const PART = 4 * 1024 * 1024;

/**
 * Everything that a list shows, on all its pages and of one moment, as a file. The service streams it.
 *
 * @throws {ApiProblem} if the service refuses, and an `Error` if the answer breaks off: a file with a part of the list would look whole.
 */
export async function exportList({ model, search, printer, signal, onProgress }: Exported): Promise<Blob> {
  const { sort } = search;
  const selection = selectionOf(askedList(model, search, new Date()));
  const query = new URLSearchParams(
    listParameters({ ...selection, ...(sort !== undefined && { sort: [sort] }), total: false }),
  );
  const response = await transport.send({
    method: "GET",
    path: collectionPath(model),
    query,
    accept: "application/x-ndjson",
    options: { signal },
  });
  if (response.body === null) return new Blob([printer.head]);
  const parts: Blob[] = [];
  let text = printer.head;
  let count = 0;
  for await (const lines of readLines(response.body, texts.export.brokenOff)) {
    for (const line of lines) text += printer.print(line);
    count += lines.length;
    onProgress(count);
    if (text.length < PART) continue;
    parts.push(new Blob([text]));
    text = "";
  }
  return new Blob([...parts, text]);
}

/** Hands a file to the browser, which puts it where the user has downloads. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click: it must be there for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
