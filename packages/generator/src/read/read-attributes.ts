import type { ts } from "ts-morph";

import type { Model } from "../model/model.js";
import type { SourceSpan } from "../model/source-span.js";
import { readText } from "./attribute-values.js";
import { type LiteralProperties, reportUnknownKeys } from "./literal-properties.js";
import type { Reader } from "./reader.js";

export type AttributeName = keyof Model["attributeSpans"];

const attributeNames: readonly AttributeName[] = ["group", "version", "kind", "plural", "singular"];
const knownNames: readonly string[] = [
  ...attributeNames,
  "indexes",
  "rules",
  "evolve",
  "subresources",
  "storage",
  "served",
  "deprecated",
  "convert",
];

/** The five attributes of a declaration (spec 2.1). */
export interface Attributes {
  readonly values: Readonly<Record<AttributeName, string>>;
  readonly spans: Readonly<Record<AttributeName, SourceSpan>>;
}

/** Reads the five attributes; reports those that are missing or not known without running the module. */
export function readAttributes(reader: Reader, object: ts.Node, properties: LiteralProperties): Attributes | undefined {
  reportUnknownKeys(reader, properties, { owner: "a model", names: knownNames });
  const read = attributeNames.flatMap((name) => {
    const node = properties.get(name)?.value;
    if (node === undefined) reader.report("CM1004", object, { attribute: name });
    const value = readText(reader, properties, { attribute: name, expected: "a string" });
    return node === undefined || value === undefined ? [] : { name, value, span: reader.files.spanOf(node) };
  });
  if (read.length < attributeNames.length) return undefined;
  return {
    values: Object.fromEntries(read.map(({ name, value }) => [name, value])) as Attributes["values"],
    spans: Object.fromEntries(read.map(({ name, span }) => [name, span])) as Attributes["spans"],
  };
}
