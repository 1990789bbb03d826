import type { ts } from "ts-morph";

import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { diagnose } from "../diagnostic/report.js";
import { compiler } from "./compiler.js";
import type { Annotations } from "./docs/annotations.js";
import { readAnnotations } from "./docs/read-annotations.js";
import { PackageNames } from "./package-names.js";
import type { ModelReference, Reader } from "./reader.js";
import { SourceFiles } from "./source-files.js";
import { membersOf } from "./types/members-of.js";
import type { Member } from "./types/members.js";
import { NamedTypes } from "./types/named-types.js";
import { readArray, readRecord, readType } from "./types/read-type.js";
import { unreadable } from "./types/read-scalar.js";
import type { Site } from "./types/site.js";

/** A reader and the table of models it looks references up in, which the caller fills. */
export interface CreatedReader {
  readonly reader: Reader;
  readonly models: Map<ts.Symbol, ModelReference>;
}

/** Ties the readers of single shapes together. `report` gets each problem as it is found. */
export function createReader(
  root: string,
  program: ts.Program,
  report: (diagnostic: Diagnostic) => void,
): CreatedReader {
  const models = new Map<ts.Symbol, ModelReference>();
  const files = new SourceFiles(root);
  const packages = new PackageNames();
  const annotations = new Map<ts.Node, Annotations>();
  const reader: Reader = {
    checker: program.getTypeChecker(),
    files,
    packages,
    named: new NamedTypes(),
    models,
    isLibrary: (file) => program.isSourceFileDefaultLibrary(file),
    isVocabulary: (symbol, name) => {
      const file = symbol.declarations?.[0]?.getSourceFile();
      return symbol.name === name && file !== undefined && packages.of(file) === "@cmgen/model";
    },
    isUntyped: (member) => isUntyped(reader, member),
    read: (site) => readType(reader, site),
    readArray: (site, items) => readArray(reader, site, items),
    readRecord: (index) => readRecord(reader, index),
    intersect: ([site]) => ({ ...(site && { type: unreadable(reader, site.node) }) }),
    membersOf: (site) => membersOf(reader, site),
    annotationsOf: (node) => {
      const known = annotations.get(node) ?? readAnnotations(reader, node);
      annotations.set(node, known);
      return known;
    },
    report: (code, node, values) => report(diagnose(code, files.spanOf(node), values)),
    reportRange: ({ code, file, range, values }) => report(diagnose(code, files.spanOfRange(file, range), values)),
  };
  return { reader, models };
}

/** Whether a member is `unknown` because nobody gave the envelope's base a type for it. */
function isUntyped(reader: Reader, { sites, declaration }: Member): boolean {
  const [site] = sites;
  if (site === undefined || reader.packages.of(declaration.getSourceFile()) !== "@cmgen/model") return false;
  const bound: Site = boundSite(reader, site);
  return bound.node.kind === compiler.SyntaxKind.UnknownKeyword;
}

function boundSite(reader: Reader, site: Site): Site {
  const { node, environment } = site;
  if (!compiler.isTypeReferenceNode(node)) return site;
  const symbol = reader.checker.getSymbolAtLocation(node.typeName);
  const binding = symbol && environment.get(symbol);
  return binding !== undefined && "node" in binding ? boundSite(reader, binding) : site;
}
