import type { ts } from "ts-morph";

import type { AttributeName } from "../../model/model.js";
import type { SourceSpan } from "../../model/source-span.js";
import { resourceNames } from "../../model/resource-names.js";
import { compiler } from "../compiler.js";
import { declaredName } from "../program/symbols.js";
import type { Reader } from "../reader.js";
import { type LiteralProperties, literalProperties, readText, reportUnknownKeys } from "./attribute-values.js";
import { resolveExpression } from "./static-value.js";

/** A call of `defineModel`, with what it is given. */
interface DeclarationCall {
  readonly file: ts.SourceFile;
  readonly call: ts.CallExpression;
  readonly isDefaultExport: boolean;
}

type Finder = Pick<Reader, "checker" | "symbols" | "report">;

/** The calls of `defineModel` at the top of a module: what it exports by default, and what should have been. */
export function findDeclarations(finder: Finder, file: ts.SourceFile): DeclarationCall[] {
  const found = new Map<ts.CallExpression, boolean>();
  const exported = exportedCall(finder, file);
  for (const statement of file.statements) {
    const isDefaultExport = compiler.isExportAssignment(statement) && statement.isExportEquals !== true;
    for (const expression of expressionsOf(statement)) {
      const call = isDefaultExport ? resolveExpression(expression, finder) : expression;
      if (!compiler.isCallExpression(call)) continue;
      if (isCallOf(finder, call, "defineModel")) {
        found.set(call, isDefaultExport || call === exported || found.get(call) === true);
      } else reportLost(finder, call);
    }
  }
  return Array.from(found, ([call, isDefaultExport]) => ({ file, call, isDefaultExport }));
}

/** The call whose value a module exports by default under a name: `export { model as default }`. */
function exportedCall(finder: Finder, file: ts.SourceFile): ts.Expression | undefined {
  const declaration = finder.symbols.exported(file, "default")?.declarations?.[0];
  const isVariable = declaration !== undefined && compiler.isVariableDeclaration(declaration);
  return isVariable && declaration.initializer ? resolveExpression(declaration.initializer, finder) : undefined;
}

function expressionsOf(statement: ts.Statement): ts.Expression[] {
  const isExpression = compiler.isExportAssignment(statement) || compiler.isExpressionStatement(statement);
  if (isExpression) return [statement.expression];
  if (!compiler.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ initializer }) => initializer ?? []);
}

/** Whether a call calls the function of that name in @cmgen/model, under whatever local name. */
export function isCallOf(finder: Finder, call: ts.CallExpression, name: string): boolean {
  const { expression } = call;
  if (!compiler.isIdentifier(expression) && !compiler.isPropertyAccessExpression(expression)) return false;
  const symbol = finder.symbols.of(expression);
  return symbol !== undefined && finder.symbols.isVocabulary(symbol, name);
}

/** A call of `defineModel` that leads nowhere would be passed over in silence. */
function reportLost(finder: Finder, { expression }: ts.CallExpression): void {
  if (!compiler.isIdentifier(expression) || expression.text !== "defineModel") return;
  const isFound = finder.symbols.of(expression) !== undefined;
  if (!isFound) finder.report("CM1013", expression, { name: expression.text });
}

const attributeNames: readonly AttributeName[] = ["group", "version", "kind", "plural", "singular"];
const knownNames: readonly string[] = [
  ...attributeNames,
  "indexes",
  "columns",
  "check",
  "evolve",
  "statusSubresource",
  "lastChangedBy",
  "history",
  "storage",
  "served",
  "internal",
  "deprecated",
  "convert",
];

/** The five attributes of a declaration (spec 2.1). */
interface Attributes {
  readonly values: Readonly<Record<AttributeName, string>>;
  readonly spans: Readonly<Record<AttributeName, SourceSpan>>;
  /** Those that the declaration does not say. */
  readonly derived: readonly AttributeName[];
}

/** What is said of a declaration, and where what it does not say comes from. */
interface Said {
  readonly call: ts.CallExpression;
  readonly typeNode: ts.TypeNode;
  readonly symbol: ts.Symbol | undefined;
  readonly properties: LiteralProperties;
}

/**
 * Reads the five attributes; what is not said comes from the config's `api`, from the name of the model's type, and from the kind. Reports those
 * that come from nowhere, or are not known without running the module.
 */
function readAttributes(reader: Reader, { call, typeNode, symbol, properties }: Said): Attributes | undefined {
  reportUnknownKeys(reader, properties, { owner: "a model", names: knownNames });
  const said = (attribute: AttributeName): string | undefined =>
    readText(reader, properties, { attribute, expected: "a string" });
  const isSaid = (attribute: AttributeName): boolean => properties.has(attribute);
  const [group, version] = reader.api?.split("/") ?? [];
  const kind = isSaid("kind") ? said("kind") : symbol && declaredName(symbol);
  const named = kind === undefined ? undefined : resourceNames(kind);
  const defaults = { group, version, kind, ...named };
  const read = attributeNames.flatMap((name) => {
    const value = isSaid(name) ? (name === "kind" ? kind : said(name)) : defaults[name];
    if (value !== undefined) return { name, value, span: spanOfAttribute(name) };
    // Without a kind there are no other names; that is told once.
    if (!isSaid(name) && (named !== undefined || name === "kind" || name === "group" || name === "version"))
      reader.report("CM1004", call.expression, { attribute: name, fix: fixes[name] });
    return [];
  });
  function spanOfAttribute(name: AttributeName): SourceSpan {
    return reader.files.spanOf(properties.get(name)?.value ?? typeNode);
  }
  if (read.length < attributeNames.length) return undefined;
  return {
    values: Object.fromEntries(read.map(({ name, value }) => [name, value])) as Attributes["values"],
    spans: Object.fromEntries(read.map(({ name, span }) => [name, span])) as Attributes["spans"],
    derived: attributeNames.filter((name) => !isSaid(name)),
  };
}

const ofConfig = (attribute: string): string =>
  `Write \`api: "<group>/<version>"\` in cmgen.config.ts for all models, or \`${attribute}: "…"\` in this declaration.`;
const fixes: Readonly<Record<AttributeName, string>> = {
  group: ofConfig("group"),
  version: ofConfig("version"),
  kind: 'Give its type a name, or write `kind: "…"` in the declaration.',
  plural: 'Write `plural: "…"` in the declaration.',
  singular: 'Write `singular: "…"` in the declaration.',
};

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

/** `defineModel<Issue>()` */
const nothingSaid: LiteralProperties = new Map();

/** Reads what a call of `defineModel` is given; reports what makes no declaration. */
export function readDeclaration(
  reader: Reader,
  { file, call, isDefaultExport }: DeclarationCall,
): ReadDeclaration | undefined {
  const [typeNode] = call.typeArguments ?? [];
  const [argument] = call.arguments;
  if (!isDefaultExport) reader.report("CM1001", call, {});
  if (typeNode === undefined) reader.report("CM1002", call.expression, {});
  const properties = argument === undefined ? nothingSaid : literalProperties(argument, reader);
  if (properties === undefined) reader.report("CM1003", argument ?? call, {});
  if (!isDefaultExport || typeNode === undefined || properties === undefined) return undefined;
  const said = { call, typeNode, symbol: symbolOf(reader, typeNode), properties };
  const attributes = readAttributes(reader, said);
  return { file, ...said, ...(attributes && { attributes }) };
}

function symbolOf(reader: Reader, typeNode: ts.TypeNode): ts.Symbol | undefined {
  if (!compiler.isTypeReferenceNode(typeNode) || typeNode.typeArguments !== undefined) return undefined;
  return reader.symbols.of(typeNode.typeName);
}
