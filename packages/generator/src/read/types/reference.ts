import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Meaning } from "../names/names.js";
import type { Reader } from "../reader.js";
import { type Binding, type Environment, noBindings, type Site } from "./site.js";
import type { DeclaredType, Target } from "./target.js";

export type ReferenceNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;
export type ReferenceSite = Site & { readonly node: ReferenceNode };

export function isReferenceNode(node: ts.Node): node is ReferenceNode {
  return (
    compiler.isTypeReferenceNode(node) ||
    compiler.isExpressionWithTypeArguments(node) ||
    (compiler.isImportTypeNode(node) && !node.isTypeOf)
  );
}

/** Finds what the reference at a site refers to, through imports and re-exports. */
export function targetOf(reader: Reader, site: ReferenceSite): Target {
  const name = nameOf(site.node);
  const binding = compiler.isIdentifier(name) ? site.environment.get(name.text) : undefined;
  if (binding !== undefined) return { of: "parameter", binding };
  const meaning = reader.names.of(name);
  return meaning === undefined ? { of: "missing", name: name.getText() } : targetOfMeaning(reader, meaning);
}

/** What a meaning is the meaning of, type parameters aside. */
export function targetOfMeaning(reader: Reader, meaning: Meaning): Target {
  const model = reader.models.get(meaning);
  if (model !== undefined) return { of: "model", model, meaning };
  const { declarations } = meaning;
  const [first] = declarations;
  if (first === undefined) return { of: "missing", name: "" };
  const name = declaredName(first);
  if (reader.isLibrary(first.getSourceFile()))
    return { of: compiler.isClassDeclaration(first) ? "class" : "library", name };
  const declaration = declarations.find(isDeclaredType);
  if (declaration !== undefined) {
    const isVocabulary = reader.packages.of(declaration.getSourceFile()) === "@cmgen/model";
    return { of: isVocabulary ? "vocabulary" : "declared", name, meaning, declaration };
  }
  return { of: declarations.some((node) => compiler.isClassDeclaration(node)) ? "class" : "missing", name };
}

/** The name that a declaration gives to what it declares, whatever it is imported as. */
export function declaredName(declaration: ts.Declaration): string {
  const name = compiler.getNameOfDeclaration(declaration);
  return name !== undefined && compiler.isIdentifier(name) ? name.text : "Type";
}

function isDeclaredType(node: ts.Declaration): node is DeclaredType {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isEnumMember(node)
  );
}

/** The name in a reference; the whole of `import("…").Name`, which has it in two parts. */
function nameOf(node: ReferenceNode): ts.Node {
  if (compiler.isTypeReferenceNode(node)) return node.typeName;
  return compiler.isImportTypeNode(node) ? node : node.expression;
}

/** The type parameters of a declaration, in order. */
export function parametersOf(declaration: ts.Declaration): readonly ts.TypeParameterDeclaration[] {
  const isGeneric = compiler.isInterfaceDeclaration(declaration) || compiler.isTypeAliasDeclaration(declaration);
  return isGeneric ? (declaration.typeParameters ?? []) : [];
}

/** What the type parameters of a declaration stand for, given the arguments of a reference to it. */
export function bindParameters(site: ReferenceSite, declaration: ts.Declaration): Environment {
  const parameters = parametersOf(declaration);
  if (parameters.length === 0) return noBindings;
  const environment = new Map<string, Binding>();
  for (const [position, parameter] of parameters.entries()) {
    const argument = site.node.typeArguments?.[position];
    if (argument !== undefined) environment.set(parameter.name.text, { ...site, node: argument });
    else if (parameter.default !== undefined)
      environment.set(parameter.name.text, { node: parameter.default, environment });
  }
  return environment;
}
