import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { openProgram, type ProgramInput } from "./open-program.js";
import { Symbols } from "./symbols.js";

export interface PluginProgram {
  readonly program: ts.Program;
  /** Absolute path of a file that needs Node's own declarations; absent where they are left out, or always part of the program. */
  readonly needy?: string | undefined;
}

/**
 * The program of a plugin. Node's own declarations take longer to read than everything else together, and models rarely name any of
 * them: a first program leaves them out, and is the answer where every name in it leads somewhere.
 */
export function pluginProgram(input: ProgramInput): PluginProgram {
  const { options } = input;
  const types = options.types?.filter((name) => name !== "node");
  if (types === undefined || types.length === options.types?.length) return { program: openProgram(input) };
  const program = openProgram({ ...input, options: { ...options, types } });
  const needy = incompleteFile(program)?.fileName;
  return needy === undefined ? { program } : { program: openProgram(input), needy };
}

/** A file of a program with a name that none of its files declares. What is not certain is not. */
function incompleteFile(program: ts.Program): ts.SourceFile | undefined {
  const symbols = new Symbols(program);
  const files = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  const isLost = (node: ts.Node): boolean => {
    // Node adds members to `import.meta`, and what is declared globally may add to something of Node's.
    const isGlobal = compiler.isModuleDeclaration(node) && (node.flags & compiler.NodeFlags.GlobalAugmentation) !== 0;
    if (isGlobal || compiler.isMetaProperty(node)) return true;
    if (compiler.isImportTypeNode(node) && symbols.of(node) === undefined) return true;
    if (compiler.isIdentifier(node)) return isReference(node) && symbols.of(node) === undefined;
    return compiler.forEachChild(node, (child) => isLost(child) || undefined) === true;
  };
  // The plugin's own files are few, and the most likely ones.
  const own = files.filter((file) => !symbols.isForeign(file));
  const foreign = files.filter((file) => symbols.isForeign(file));
  return [...own, ...foreign].find((file) => !isModule(file) || isLost(file));
}

function isModule(file: ts.SourceFile): boolean {
  return compiler.isExternalModule(file) || file.fileName.endsWith(".json");
}

/** Whether an identifier is looked up by its name alone. Members are looked up in what they are members of. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent) || compiler.isNamedTupleMember(parent)) return parent.name !== node;
  return !(compiler.isBindingElement(parent) && parent.propertyName === node) && node.text !== "undefined";
}
