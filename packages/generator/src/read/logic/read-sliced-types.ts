import type { ts } from "ts-morph";

import type { ModelPart } from "../../model/model.js";
import { compiler } from "../compiler.js";
import type { EndpointTypesReading } from "../link/type-roots.js";
import type { Reader } from "../reader.js";
import { writtenAt } from "../types/place.js";
import { readProperty } from "../types/read-property.js";

/** Reads the types of a module's endpoints from its slice. References in them are ids yet. */
export function readSlicedTypes(reader: Reader, file: ts.SourceFile): readonly EndpointTypesReading[] {
  return file.statements.flatMap((statement) => {
    if (!compiler.isExpressionStatement(statement)) return [];
    const { expression } = statement;
    return compiler.isTypeAssertionExpression(expression) ? [readTypes(reader, expression.type)] : [];
  });
}

const partNames: ReadonlySet<string> = new Set(["body", "query", "response"]);

function readTypes(reader: Reader, node: ts.TypeNode): EndpointTypesReading {
  const type = reader.checker.getTypeFromTypeNode(node);
  const place = writtenAt(reader, node);
  reader.named.startBody();
  const parts: Record<string, ModelPart> = {};
  let status: number | undefined;
  for (const symbol of reader.checker.getPropertiesOfType(type)) {
    const { name } = symbol;
    const property = readProperty(symbol, { type, place });
    if (property === undefined) continue;
    const { type: read, documentation, required, span } = property;
    if (partNames.has(name)) parts[name] = { type: read, documentation, required, span };
    else if (name !== "status") reader.reportAt("CM6101", span, { member: name, problem: "is not known here" });
    else if (read.shape === "literal" && typeof read.value === "number") status = read.value;
    else reader.reportAt("CM6101", span, { member: name, problem: "must be one number" });
  }
  return {
    file: node.getSourceFile().fileName,
    offset: node.getStart(),
    ...parts,
    ...(status !== undefined && { status }),
  };
}
