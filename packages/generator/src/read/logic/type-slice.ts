import { dirname, join } from "node:path";
import type { ts } from "ts-morph";

import { oncePer } from "../../model/once-per.js";
import { isBelow } from "../../paths/slashed.js";
import { compiler } from "../compiler.js";
import { routeCalls } from "./route-calls.js";

/**
 * A module of endpoints with all blanked out but the types of its endpoints and the declarations that these need; `undefined` if it has no
 * typed endpoints. What the program gets of the module is this text: handlers import servers and generated code, which would take longer to
 * read than all models. Every character that is left stands where it stood, so places in the slice are places in the module.
 */
export function typeSlice(file: ts.SourceFile): string | undefined {
  const types = routeCalls(file).routes.flatMap(({ types: node }) => node ?? []);
  if (types.length === 0) return undefined;
  const { text } = file;
  const slice = text.replace(/[^\r\n\u2028\u2029]/g, " ").split("");
  const keep = (start: number, end: number): void => {
    for (let at = start; at < end; at++) slice[at] = text[at] ?? " ";
  };
  for (const { pos, end } of neededStatements(file, types)) keep(pos, end);
  for (const node of types) {
    const call = node.parent;
    const open = text.lastIndexOf("<", node.pos);
    const close = text.indexOf(">", node.end);
    keep(open, close + 1);
    // `;<Types>0;` is a statement of its own, and `<Types>` stands in it where it stood.
    slice[open - 1] = ";";
    slice[text.indexOf("(", close)] = "0";
    slice[call.end - 1] = ";";
  }
  return slice.join("");
}

/**
 * The imports from a folder of generated files that the types of a module's endpoints need. Generated types are made from those that are read:
 * read back, they would be types of their own.
 */
export function generatedImports(file: ts.SourceFile, folder: string): readonly ts.StringLiteral[] {
  const types = routeCalls(file).routes.flatMap(({ types: node }) => node ?? []);
  return [...neededStatements(file, types)].flatMap((statement) => {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) return [];
    const { text } = statement.moduleSpecifier;
    const from = join(dirname(file.fileName), text);
    return text.startsWith(".") && isBelow(folder, from) ? [statement.moduleSpecifier] : [];
  });
}

/** The statements at the top of a module that declare what `types` name, directly or not. Those with an endpoint in them are none. */
function neededStatements(file: ts.SourceFile, types: readonly ts.TypeNode[]): ReadonlySet<ts.Statement> {
  const declaring = declaringStatements(file);
  const hasEndpoint = ({ pos, end }: ts.Statement): boolean => types.some((type) => pos <= type.pos && type.end <= end);
  const needed = new Set<ts.Statement>(file.statements.filter(isAugmentation));
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node))
      for (const statement of declaring.get(node.text) ?? []) if (!hasEndpoint(statement)) needed.add(statement);
    compiler.forEachChild(node, (child) => (isBodyOfTyped(child) ? undefined : visit(child)));
  };
  for (const node of types) visit(node);
  // A set goes through what is added to it on the way.
  for (const statement of needed) visit(statement);
  return needed;
}

/** Whether a node is what a function does that says its own type: the type is known without it. */
function isBodyOfTyped(node: ts.Node): boolean {
  const { parent } = node;
  return compiler.isFunctionDeclaration(parent) && parent.type !== undefined && parent.body === node;
}

/** The statements of a module by the names they declare in it. The compiler says which these are: it knows every form of declaration. */
const declaringStatements = oncePer((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Statement[]> => {
  const symbols = checkerOf(file).getSymbolsInScope(file, allNames);
  return new Map(
    symbols.map(({ name, declarations = [] }) => [name, declarations.flatMap((node) => statementOf(node, file) ?? [])]),
  );
});

const allNames =
  compiler.SymbolFlags.Value | compiler.SymbolFlags.Type | compiler.SymbolFlags.Namespace | compiler.SymbolFlags.Alias;

/** Of a program that is this module alone: nothing that it imports is looked at. */
function checkerOf(file: ts.SourceFile): ts.TypeChecker {
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === file.fileName ? file : undefined),
    fileExists: (name) => name === file.fileName,
    readFile: () => undefined,
    writeFile: () => undefined,
    getDefaultLibFileName: () => "",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
  const options = { noLib: true, noResolve: true, types: [] };
  return compiler.createProgram({ rootNames: [file.fileName], options, host }).getTypeChecker();
}

function statementOf(node: ts.Node, file: ts.SourceFile): ts.Statement | undefined {
  return file.statements.find(
    (statement) => statement === compiler.findAncestor(node, ({ parent }) => parent === file),
  );
}

/** What says something to other modules, whatever this one needs. */
function isAugmentation(statement: ts.Statement): boolean {
  if (!compiler.isModuleDeclaration(statement)) return false;
  const isGlobal = (statement.flags & compiler.NodeFlags.GlobalAugmentation) !== 0;
  return isGlobal || compiler.isStringLiteral(statement.name);
}
