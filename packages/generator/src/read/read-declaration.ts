import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";
import type { DeclarationCall } from "./find-declarations.js";
import { type LiteralProperties, literalProperties } from "./literal-properties.js";
import { type Attributes, readAttributes } from "./read-attributes.js";
import type { Reader } from "./reader.js";

/** A call of `defineModel`, read as far as needs no other model. */
export interface ReadDeclaration {
  readonly file: ts.SourceFile;
  readonly call: ts.CallExpression;
  readonly typeNode: ts.TypeNode;
  /** What the name of the model's type stands for, where it has one. */
  readonly symbol: ts.Symbol | undefined;
  readonly properties: LiteralProperties;
  /** Absent where some attribute could not be read. */
  readonly attributes?: Attributes;
}

/** Reads what a call of `defineModel` is given; reports what makes no declaration. */
export function readDeclaration(
  reader: Reader,
  { file, call, isDefaultExport }: DeclarationCall,
): ReadDeclaration | undefined {
  const [typeNode] = call.typeArguments ?? [];
  const [argument] = call.arguments;
  if (!isDefaultExport) reader.report("CM1001", call, {});
  if (typeNode === undefined) reader.report("CM1002", call.expression, {});
  const properties = argument && literalProperties(argument, reader);
  if (argument === undefined || properties === undefined) reader.report("CM1003", argument ?? call, {});
  if (!isDefaultExport || typeNode === undefined || argument === undefined || properties === undefined) {
    return undefined;
  }
  const attributes = readAttributes(reader, argument, properties);
  return { file, call, typeNode, symbol: symbolOf(reader, typeNode), properties, ...(attributes && { attributes }) };
}

function symbolOf(reader: Reader, typeNode: ts.TypeNode): ts.Symbol | undefined {
  if (!compiler.isTypeReferenceNode(typeNode) || typeNode.typeArguments !== undefined) return undefined;
  return reader.symbols.of(typeNode.typeName);
}
