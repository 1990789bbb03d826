import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

/** Utility types that only the checker works out. */
const computedUtilities: ReadonlySet<string> = new Set([
  "Parameters",
  "ReturnType",
  "InstanceType",
  "Awaited",
  "Uppercase",
  "Lowercase",
  "Capitalize",
  "Uncapitalize",
]);

/** Whether a declaration's body holds a form that only the checker works out; the types it refers to are looked at too. */
export function isComputed(reader: Reader, declaration: ts.Node, seen: Set<ts.Node> = new Set()): boolean {
  if (seen.has(declaration)) return false;
  seen.add(declaration);
  const visit = (node: ts.Node): boolean => {
    if (compiler.isConditionalTypeNode(node)) return true;
    if (compiler.isMappedTypeNode(node) && node.nameType !== undefined) return true;
    if (compiler.isTypeReferenceNode(node) && refersToComputed(reader, node, seen)) return true;
    return compiler.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(declaration);
}

function refersToComputed(reader: Reader, node: ts.TypeReferenceNode, seen: Set<ts.Node>): boolean {
  // Without arguments there is nothing in it that depends on ours.
  if (node.typeArguments === undefined) return false;
  const declaration = reader.declarationOf(node.typeName);
  if (declaration === undefined) return false;
  if (reader.isLibrary(declaration.getSourceFile())) return computedUtilities.has(node.typeName.getText());
  const isGeneric = compiler.isTypeAliasDeclaration(declaration) || compiler.isInterfaceDeclaration(declaration);
  return isGeneric && isComputed(reader, declaration, seen);
}
