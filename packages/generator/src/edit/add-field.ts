import { posix } from "node:path";
import type { ts } from "ts-morph";

import type { ProjectModel } from "../model/model.js";
import { indexedTypes, indexValueType, typeLookup } from "../model/type-at-path.js";
import { scalarTypeNames } from "../model/scalars.js";
import { compiler } from "../read/compiler.js";
import { syntaxProblems } from "../read/program/open-program.js";
import { appendMember } from "./append-member.js";
import { EditError } from "./edit-error.js";
import type { AddField, EditedModel, EditPlan } from "./edit-request.js";
import { ensureImports, type NeededName } from "./ensure-imports.js";
import { bracesOf, printPath, segmentsOf } from "./field-place.js";
import { fileStyle } from "./file-style.js";
import { declarationOf, type OpenPlugin, refusal } from "./open-plugin.js";
import { applyEdits } from "./text-edit.js";
import { trySources } from "./try-sources.js";

/** Types of `@cmgen/model` that a field may have. */
export const vocabulary = [...scalarTypeNames, "Ref"];

/** Declares another field of a model. */
export function addField(plugin: OpenPlugin, request: AddField): EditPlan {
  const declaration = declarationOf(plugin, request);
  const segments = segmentsOf(request.path);
  const name = segments.at(-1) ?? "";
  if (name === "[]") throw new EditError(`"${request.path}" does not name a field. Write the field's name behind it.`);
  const braces = bracesOf(plugin, declaration, segments.slice(0, -1));
  assertNew(plugin, braces, { name, path: printPath(segments) });
  const file = braces.getSourceFile();
  const style = fileStyle(file);
  const needed = namesOf(plugin, file, typeNames(request.type));
  const { edits, local } = ensureImports({ plugin, file, style }, needed);
  const renamed = new Map(needed.map((needs) => [needs.name, local(needs.name)]));
  const type = withNames(request.type, renamed);
  const members = appendMember(braces, { ...request, name, type }, style);
  const path = plugin.reader.files.pathOf(file);
  const after = applyEdits(file.text, [...edits, ...members]);
  const { plan, project } = trySources(plugin, declaration.model, [{ path, before: file.text, after }]);
  return { ...plan, indexable: isIndexable(project, declaration.model, segments) };
}

/** Whether a field has values that an index can have: one, or a list of them. */
function isIndexable(project: ProjectModel, { kind, version }: EditedModel, path: readonly string[]): boolean {
  const model = project.models.find((other) => other.kind === kind && other.version === version);
  if (model === undefined) return false;
  const lookup = typeLookup(project);
  return [false, true].some((multi) => indexValueType(indexedTypes(lookup, model, { path, multi })) !== undefined);
}

function assertNew(plugin: OpenPlugin, braces: ts.Node, { name, path }: { name: string; path: string }): void {
  const known = plugin.reader.checker.getTypeAtLocation(braces).getProperty(name)?.declarations?.[0];
  if (known !== undefined) throw refusal(plugin, known, `${path} is declared already.`);
}

/**
 * Names that a type refers to.
 *
 * @throws {EditError} where the text is not a type.
 */
export function typeNames(text: string): readonly string[] {
  return [...new Set(namesIn(text).map(({ text: name }) => name))];
}

/** A type that calls others by the names that they have in a file. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const edits = namesIn(text).map((name) => {
    const start = name.getStart() - typeStart.length;
    return { start, end: start + name.text.length, text: names.get(name.text) ?? name.text };
  });
  return applyEdits(text, edits);
}

const typeStart = "type T = ";

/** @throws {EditError} where the text is not a type. */
function namesIn(text: string): readonly ts.Identifier[] {
  const file = compiler.createSourceFile("type.ts", `${typeStart}${text};`, compiler.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  const isType = syntaxProblems(file).length === 0 && file.statements.length === 1 && statement !== undefined;
  if (!isType || !compiler.isTypeAliasDeclaration(statement)) {
    const hint = text.endsWith("?") ? " To say that a field may be left out, use --optional." : "";
    throw new EditError(`"${text}" is not a type of TypeScript.${hint}`);
  }
  const names: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName)) names.push(node.typeName);
    compiler.forEachChild(node, visit);
  };
  visit(statement.type);
  return names;
}

/** Names among those of a type that the file must import: the vocabulary's, and the types of the plugin's models. */
function namesOf(plugin: OpenPlugin, file: ts.SourceFile, names: readonly string[]): readonly NeededName[] {
  const { checker, files } = plugin.reader;
  const inScope = checker.getSymbolsInScope(file, compiler.SymbolFlags.Type | compiler.SymbolFlags.Alias);
  return names.flatMap((name): NeededName[] => {
    const known = inScope.find((symbol) => symbol.name === name);
    const isOwn = known?.declarations?.some((node) => node.getSourceFile() === file) === true;
    if (isOwn) return [];
    if (vocabulary.includes(name)) return [{ module: "@cmgen/model", name, isType: true }];
    if (known !== undefined) return [];
    const module = moduleOfModel(plugin, files.pathOf(file), name);
    if (module === undefined) {
      throw new EditError(`${files.pathOf(file)} has no type ${name}. Declare or import it there first.`);
    }
    return [{ module, name, isType: true }];
  });
}

/** What a module at a path imports the type of one of the plugin's models from. */
export function moduleOfModel(
  { declarations, reader: { files } }: OpenPlugin,
  path: string,
  name: string,
): string | undefined {
  const declared = declarations.find(({ symbol }) => symbol?.name === name)?.symbol?.declarations?.[0];
  if (declared === undefined) return undefined;
  const to = files
    .pathOf(declared.getSourceFile())
    .replace(/\.ts$/, ".js")
    .replace(/\.mts$/, ".mjs");
  const from = posix.relative(posix.dirname(path), to);
  return from.startsWith(".") ? from : `./${from}`;
}
