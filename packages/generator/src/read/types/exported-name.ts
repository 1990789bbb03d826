import type { ts } from "ts-morph";

import { pascalCase } from "../../model/name-case.js";
import { compiler } from "../compiler.js";
import type { Symbols } from "../program/symbols.js";

/** What a declaration's name is qualified by. */
export interface Qualifiers {
  /** The namespaces it is declared in, the innermost first. */
  readonly namespaces: readonly string[];
  /** The package it is declared in; absent in the plugin itself. */
  readonly package?: string;
}

export function qualifiersOf(symbols: Symbols, declaration: ts.Declaration): Qualifiers {
  const name = symbols.otherPackageOf(declaration);
  return { namespaces: namespacesOf(declaration), ...(name !== undefined && { package: name }) };
}

/**
 * The name that a type is exported by: `Point` of the namespace `Geo` is `GeoPoint`, and in the package `@acme/maps` it is
 * `AcmeMapsGeoPoint`. It follows from the declaration alone, whatever else the plugin has. A name that begins with that of its package says
 * so once.
 */
export function exportedName(name: string, { namespaces, package: of = "" }: Qualifiers): string {
  const qualified = [...namespaces.toReversed().map(pascalCase), name].join("");
  const prefix = pascalCase(of.replace(/^@types\//, "")).replace(/^\d/, "_$&");
  const isSaid = qualified.startsWith(prefix) && !/^[a-z]/.test(qualified.slice(prefix.length));
  return isSaid ? qualified : prefix + qualified;
}

/** Names of the namespaces that a declaration is in, the innermost first. */
function namespacesOf(declaration: ts.Node): readonly string[] {
  const namespace = compiler.findAncestor(declaration.parent, compiler.isModuleDeclaration);
  if (namespace === undefined) return [];
  const inner = compiler.isIdentifier(namespace.name) ? [namespace.name.text] : [];
  return [...inner, ...namespacesOf(namespace)];
}
