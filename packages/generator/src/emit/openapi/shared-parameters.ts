import { nameLimits, OBJECT_NAME_PATTERN, selectorLimits } from "@cmgen/model/internal";

import type { Parameter } from "./document.js";

/** Parameters that operations of every model have, by the name of their component. */
export const sharedParameters = {
  Name: {
    name: "name",
    in: "path",
    description: "Name of the object: its `metadata.name`.",
    required: true,
    schema: { type: "string", pattern: OBJECT_NAME_PATTERN, minLength: 1, maxLength: nameLimits.objectName },
  },
  Version: {
    name: "version",
    in: "path",
    description: "A version of the object: its `metadata.version` then.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  Uid: {
    name: "uid",
    in: "query",
    description: "Which of several objects that had the name one after another. Default: the newest.",
    schema: { type: "string" },
  },
  LabelSelector: {
    name: "labelSelector",
    in: "query",
    description:
      "Terms on `metadata.labels`, joined by commas: `key`, `!key`, `key=value`, `key!=value`, `key in (a,b)`, `key notin (a,b)`. " +
      "A value with blanks, commas or parentheses is quoted as a JSON string. Repeated parameters combine with AND.",
    schema: { type: "array", items: { type: "string", maxLength: selectorLimits.bytes } },
    examples: {
      equal: { summary: "The label has the value", value: ["example.com/team=blue"] },
      absent: { summary: "There is no such label", value: ["!example.com/team"] },
      several: { summary: "Both terms hold", value: ["example.com/team in (blue,green),example.com/tier!=test"] },
    },
  },
  Page: {
    name: "page",
    in: "query",
    description: "Number of the page, from 1. Beyond the first it needs a `size`.",
    schema: { type: "integer", minimum: 1, default: 1 },
  },
  Size: {
    name: "size",
    in: "query",
    description: "Most items on a page; 0 or nothing for all.",
    schema: { type: "integer", minimum: 0, default: 0 },
  },
  Limit: {
    name: "limit",
    in: "query",
    description:
      "Walks the collection in stretches of this many items, each at the same cost; goes without `page` and `size`.",
    schema: { type: "integer", minimum: 1 },
  },
  Continue: {
    name: "continue",
    in: "query",
    description: "Where the next stretch of a walk starts: `metadata.continue` of the list before. Goes with `limit`.",
    schema: { type: "string" },
  },
  Total: {
    name: "total",
    in: "query",
    description:
      "Whether the objects that match are counted: `exact`, which is what a page does, or `none`, which is what a walk does.",
    schema: { type: "string", enum: ["exact", "none"] },
  },
  Deleting: {
    name: "deleting",
    in: "query",
    description: "`false` leaves out objects that are being deleted and wait for their finalizers.",
    schema: { type: "boolean", default: true },
  },
  Aggregate: {
    name: "aggregate",
    in: "query",
    description:
      "Answers counts and sums instead of objects: `count`, and of an index `sum(field)`, `min(field)`, `max(field)`, `avg(field)`, " +
      "`distinct(field)`. Can be combined with the selectors and `groupBy` only.",
    schema: { type: "array", items: { type: "string" } },
    example: ["count", "max(metadata.creationTimestamp)"],
  },
  GroupBy: {
    name: "groupBy",
    in: "query",
    description: "With `aggregate`: indexes, or `day(field)` and `month(field)` of a timestamp, in UTC.",
    schema: { type: "array", items: { type: "string" } },
  },
  Watch: {
    name: "watch",
    in: "query",
    description:
      "Answers changes as they happen instead of a list: `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`, each with the object. " +
      "As `application/x-ndjson` each is a JSON value on a line, as `text/event-stream` a server-sent event whose `id` is the revision. " +
      "Can be combined with the selectors, `deleting` and `resourceVersion` only.",
    schema: { type: "boolean", default: false },
  },
  ResourceVersion: {
    name: "resourceVersion",
    in: "query",
    description:
      "With `watch`: the revision after which changes are wanted, as a list's `metadata.resourceVersion` gives it.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "Does nothing unless the object still has this entity tag, as `ETag` of a read has it.",
    schema: { type: "string" },
    example: '"0b6ea1f1-9f5c-4e39-8d0a-3f7b1c2d4e5f.3.v1"',
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "If the object still has this entity tag, a read is answered 304 without a body, and a write is refused with 412.",
    schema: { type: "string" },
    example: '"0b6ea1f1-9f5c-4e39-8d0a-3f7b1c2d4e5f.3.v1"',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

export type SharedParameter = keyof typeof sharedParameters;
