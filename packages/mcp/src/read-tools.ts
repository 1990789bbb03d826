import { z } from "zod";
import { dataText, fittingLines } from "./answer-text.js";
import { ask, type Asking } from "./ask.js";
import { findKind } from "./find-named.js";
import { elementsOf, membersOf, valueAt } from "./members.js";
import { objectPath } from "./object-path.js";
import { objectRows } from "./object-rows.js";
import { readServedDocument, type Kind } from "./served-document.js";
import { defineTool, inputs, selection, selectionQuery } from "./tool.js";
import { ToolError } from "./tool-error.js";

/** Finds the kind that an agent names. */
export async function kindCalled(asking: Asking, name: string): Promise<Kind> {
  return findKind(await readServedDocument(asking), name);
}

/** `list_objects`: a page of objects, in rows. */
export const listTool = defineTool({
  name: "list_objects",
  title: "List objects",
  description:
    "Lists objects of a kind that selectors match, in rows of JSON: the first row has the columns. Says how many are left. " +
    "Select as narrowly as you can, and ask for the columns that you need.",
  input: {
    kind: inputs.kind,
    ...selection,
    sort: z
      .array(z.string().max(300))
      .max(8)
      .optional()
      .describe("Indexes to sort by: `spec.age,desc`. Default: newest first."),
    columns: z
      .array(z.string().max(300))
      .max(20)
      .optional()
      .describe("Paths of fields: `spec.age`. Default: some indexes."),
    limit: z.int().min(1).max(100).default(20).describe("Most objects."),
    cursor: z.string().max(4000).optional().describe("From the last answer, with the same other arguments."),
  },
  run: async (asking, { kind: name, sort = [], columns, limit, cursor, ...selectors }) => {
    const kind = await kindCalled(asking, name);
    const before = readCursor(cursor);
    const query = selectionQuery(selectors);
    query.set("limit", String(limit));
    query.set("total", "exact");
    for (const each of sort) query.append("sort", each);
    if (before.at !== undefined) query.set("continue", before.at);
    const list = membersOf((await ask(asking, { method: "GET", path: kind.path, query })).json);
    const objects = elementsOf(list["items"]);
    const rows = objectRows(objects, kind, columns);
    const next = valueAt(list, "metadata.continue");
    const left = leftText({
      ...rows,
      objects: objects.length,
      before: before.seen,
      total: Number(list["total"]),
      next,
    });
    return `${dataText(rows.text, "")}\n[${left}]`;
  },
});

/** Where a list goes on, and how many objects were shown before. */
interface Cursor {
  readonly seen: number;
  readonly at?: string;
}

function readCursor(cursor: string | undefined): Cursor {
  if (cursor === undefined) return { seen: 0 };
  const [, seen, at] = /^(\d{1,15}):(.+)$/s.exec(cursor) ?? [];
  if (seen !== undefined && at !== undefined) return { seen: Number(seen), at };
  throw new ToolError("BadRequest", "The cursor is not one of this tool's.", { next: "List again without a cursor." });
}

interface Listed {
  readonly shown: number;
  /** How many the page has. */
  readonly objects: number;
  readonly before: number;
  readonly total: number;
  readonly next: unknown;
}

function leftText({ shown, objects, before, total, next }: Listed): string {
  const seen = before + shown;
  const sum = `${shown} of ${total} shown${before === 0 ? "" : `, after ${before}`}`;
  // The rest of this page is nowhere else.
  if (shown < objects)
    return `${sum}; the others do not fit. Call again with limit ${Math.max(1, shown)} or fewer columns, and with the same cursor.`;
  if (typeof next !== "string") return `${sum}; none left.`;
  return `${sum}; ${Math.max(0, total - seen)} left. Call again with cursor ${JSON.stringify(`${seen}:${next}`)}`;
}

/** `get_object`: one object, whole or by some fields. */
export const getTool = defineTool({
  name: "get_object",
  title: "Get an object",
  description: "Shows one object with its version (metadata.version), which update_object and delete_object take.",
  input: {
    kind: inputs.kind,
    name: inputs.name,
    fields: z.array(z.string().max(300)).max(50).optional().describe("Paths of the only fields to show: `spec.age`."),
  },
  run: async (asking, { kind: kindAsked, name, fields }) => {
    const kind = await kindCalled(asking, kindAsked);
    const { json } = await ask(asking, { method: "GET", path: objectPath(kind, name) });
    const shown = fields && [...new Set(["metadata.version", ...fields])].map((path) => [path, valueAt(json, path)]);
    return dataText(JSON.stringify(shown === undefined ? json : Object.fromEntries(shown)), "Ask for some `fields`.");
  },
});

/** `aggregate`: counts and sums by group. */
export const aggregateTool = defineTool({
  name: "aggregate",
  title: "Count and sum",
  description:
    "Counts the objects that selectors match, and computes sum, avg, min, max or distinct of indexes, in groups.",
  input: {
    kind: inputs.kind,
    ...selection,
    functions: z
      .array(z.string().max(300))
      .max(32)
      .default(["count"])
      .describe("`count`, `avg(spec.age)`, `distinct(spec.city)`."),
    groupBy: z.array(z.string().max(300)).max(8).optional().describe("Indexes: `spec.tags`, `day(spec.bornAt)`."),
  },
  run: async (asking, { kind: name, functions, groupBy = [], ...selectors }) => {
    const kind = await kindCalled(asking, name);
    const query = selectionQuery(selectors);
    query.set("aggregate", functions.join(","));
    if (groupBy.length > 0) query.set("groupBy", groupBy.join(","));
    const { json } = await ask(asking, { method: "GET", path: kind.path, query });
    const groups = elementsOf(membersOf(json)["groups"]).map((group) => JSON.stringify(group));
    const shown = fittingLines(groups);
    const left = shown.length < groups.length ? "; narrow the selection to see the others" : "";
    return `${dataText(shown.join("\n"), "")}\n[${shown.length} of ${groups.length} groups shown${left}.]`;
  },
});
