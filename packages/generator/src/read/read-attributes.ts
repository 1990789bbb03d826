import type { ts } from "ts-morph";

import type { Model } from "../model/model.js";
import type { SourceSpan } from "../model/source-span.js";
import { type LiteralProperties, reportUnknownKeys } from "./literal-properties.js";
import type { Reader } from "./reader.js";
import { staticString } from "./static-value.js";

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
  const read = attributeNames.map((name) => [name, readAttribute(reader, object, { name, properties })] as const);
  if (read.some(([, attribute]) => attribute === undefined)) return undefined;
  return {
    values: Object.fromEntries(read.map(([name, attribute]) => [name, attribute?.value])) as Attributes["values"],
    spans: Object.fromEntries(read.map(([name, attribute]) => [name, attribute?.span])) as Attributes["spans"],
  };
}

interface Wanted {
  readonly name: AttributeName;
  readonly properties: LiteralProperties;
}

function readAttribute(
  reader: Reader,
  object: ts.Node,
  { name, properties }: Wanted,
): { readonly value: string; readonly span: SourceSpan } | undefined {
  const property = properties.get(name);
  if (property === undefined) {
    reader.report("CM1004", object, { attribute: name });
    return undefined;
  }
  const value = staticString(property.value, reader);
  if (value !== undefined) return { value, span: reader.files.spanOf(property.value) };
  reader.report("CM1005", property.value, { attribute: name, expected: "a string" });
  return undefined;
}
