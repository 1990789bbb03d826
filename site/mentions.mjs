import ts from "typescript";

/**
 * Which exported names the declarations of others mention, also by way of types that are not exported.
 *
 * @param modules Each with its name, its source file, and the program that has it.
 * @returns Gives the keys of the names that an exported name mentions, and the key of a name: where it is declared.
 */
export function mentionsIn(modules) {
  const keys = new Map();
  const symbols = new Map();
  for (const { name: module, program, sourceFile } of modules) {
    const checker = program.getTypeChecker();
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(sourceFile))) {
      const declared = resolved(checker, symbol);
      keys.set(`${module} ${symbol.name}`, keyOf(declared));
      symbols.set(keyOf(declared), { symbol: declared, checker });
    }
  }
  const mentions = new Map(
    [...symbols].map(([key, { symbol, checker }]) => [key, mentionsOf(symbol, checker, symbols)]),
  );
  return {
    keyOf: (module, name) => keys.get(`${module} ${name}`),
    of: (key) => mentions.get(key),
  };
}

/** Follows what is not exported, and stops at what is. */
function mentionsOf(symbol, checker, exported) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) take(checker.getSymbolAtLocation(node));
    ts.forEachChild(node, visit);
  };
  const take = (mentioned) => {
    const other = mentioned && resolved(checker, mentioned);
    const key = other && keyOf(other);
    if (key === undefined || found.has(key) || other === symbol) return;
    found.add(key);
    if (!exported.has(key) && isOurs(other)) visitAll(other);
  };
  const visitAll = ({ declarations = [] }) => {
    for (const declaration of declarations) visit(declaration);
  };
  visitAll(symbol);
  return found;
}

function resolved(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function keyOf({ declarations: [first] = [] }) {
  return first && `${first.getSourceFile().fileName}:${first.pos}`;
}

/** Whether it is declared in one of the packages: their dependencies and TypeScript's library mention none of our names. */
function isOurs({ declarations }) {
  return declarations.every((node) => !node.getSourceFile().fileName.includes("/node_modules/"));
}
