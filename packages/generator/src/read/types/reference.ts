import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { ModelReference, Reader } from "../reader.js";
import { resolveAlias } from "../static-value.js";
import type { Binding, Environment, Site } from "./site.js";

export type DeclaredType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration | ts.EnumMember;

/** What a type reference refers to. */
export type Target =
  | { readonly of: "parameter"; readonly binding: Binding }
  | { readonly of: "model"; readonly model: ModelReference; readonly symbol: ts.Symbol }
  /** A name of the standard library. */
  | { readonly of: "library"; readonly name: string }
  /** A type of @cmgen/model, or of the plugin and other packages. */
  | {
      readonly of: "vocabulary" | "declared";
      readonly name: string;
      readonly symbol: ts.Symbol;
      readonly declaration: DeclaredType;
    }
  | { readonly of: "class"; readonly name: string }
  | { readonly of: "missing"; readonly name: string };

export type ReferenceNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;

export function isReferenceNode(node: ts.Node): node is ReferenceNode {
  return (
    compiler.isTypeReferenceNode(node) ||
    compiler.isExpressionWithTypeArguments(node) ||
    (compiler.isImportTypeNode(node) && !node.isTypeOf)
  );
}

/** Finds what the reference at a site refers to, through imports and re-exports. */
export function targetOf(reader: Reader, site: Site & { readonly node: ReferenceNode }): Target {
  const nameNode = nameOf(site.node);
  const name = nameNode?.getText() ?? site.node.getText();
  const found = nameNode && reader.checker.getSymbolAtLocation(nameNode);
  if (found === undefined) return { of: "missing", name };
  const symbol = resolveAlias(found, reader.checker);
  const binding = site.environment.get(symbol);
  if (binding !== undefined) return { of: "parameter", binding };
  const model = reader.models.get(symbol);
  if (model !== undefined) return { of: "model", model, symbol };
  return declaredTarget(reader, symbol);
}

function declaredTarget(reader: Reader, symbol: ts.Symbol): Target {
  const { name } = symbol;
  const declaration = symbol.declarations?.find(isDeclaredType);
  if (declaration === undefined) {
    const isClass = symbol.declarations?.some((candidate) => compiler.isClassDeclaration(candidate)) === true;
    return { of: isClass ? "class" : "missing", name };
  }
  if (reader.isLibrary(declaration.getSourceFile())) return { of: "library", name };
  const isVocabulary = reader.packages.of(declaration.getSourceFile()) === "@cmgen/model";
  return { of: isVocabulary ? "vocabulary" : "declared", name, symbol, declaration };
}

function isDeclaredType(node: ts.Declaration): node is DeclaredType {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isEnumMember(node)
  );
}

function nameOf(node: ReferenceNode): ts.Node | undefined {
  if (compiler.isTypeReferenceNode(node)) return node.typeName;
  return compiler.isImportTypeNode(node) ? node.qualifier : node.expression;
}

/** What the type parameters of a declaration stand for, given the arguments of a reference to it. */
export function bindParameters(
  reader: Reader,
  site: Site & { readonly node: ReferenceNode },
  target: DeclaredType,
): Environment {
  if (!compiler.isInterfaceDeclaration(target) && !compiler.isTypeAliasDeclaration(target)) return new Map();
  const environment = new Map<ts.Symbol, Binding>();
  for (const [position, parameter] of (target.typeParameters ?? []).entries()) {
    const symbol = reader.checker.getSymbolAtLocation(parameter.name);
    const argument = site.node.typeArguments?.[position];
    if (symbol === undefined) continue;
    if (argument !== undefined) environment.set(symbol, { ...site, node: argument });
    else if (parameter.default !== undefined) environment.set(symbol, { node: parameter.default, environment });
  }
  return environment;
}
