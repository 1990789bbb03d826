import ts from "typescript-6.0";

/** A tag that limits a property's values, as a comment of a reachable declaration has it. */
export interface Constraint {
  /** The property, behind the type that declares it where that has a name. */
  readonly of: string;
  readonly property: string;
  readonly keyword: string;
  readonly value: unknown;
}

const keywords = new Set(
  (
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems uniqueItems " +
    "minProperties maxProperties default"
  ).split(" "),
);

type Schema = Readonly<Record<string, unknown>>;

/**
 * The tags with the names of JSON Schema's keywords on all properties that a type of a module reaches, and on the aliases that the
 * properties are of. Read by TypeScript alone, in none of the ways that the generator reads them.
 */
export function constraintsOf(config: string, file: string, name: string): readonly Constraint[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    `${config}/..`,
  );
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const root = checker.getDeclaredTypeOfSymbol(checker.tryGetMemberInModuleExports(name, module)!);
  const found = new Map<string, Constraint>();
  const seen = new Set<ts.Type>();
  const queue: ts.Type[] = [root];
  const isOfLibrary = (type: ts.Type): boolean =>
    type.symbol?.declarations?.some((node) => program.isSourceFileDefaultLibrary(node.getSourceFile())) ?? false;
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    if (seen.has(type) || seen.size > 50_000) continue;
    seen.add(type);
    if (type.isUnion()) queue.push(...type.types);
    if (checker.isArrayType(type) || checker.isTupleType(type))
      queue.push(...checker.getTypeArguments(type as ts.TypeReference));
    if (type.isUnion() || isOfLibrary(type) || (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0)
      continue;
    queue.push(...checker.getIndexInfosOfType(type).map((info) => info.type));
    for (const property of checker.getPropertiesOfType(type)) {
      for (const one of ofProperty(checker, property)) found.set(JSON.stringify(one), one);
      queue.push(checker.getTypeOfSymbol(property));
    }
  }
  return [...found.values()];
}

function ofProperty(checker: ts.TypeChecker, property: ts.Symbol): readonly Constraint[] {
  const [declaration] = property.declarations ?? [];
  const parent = declaration?.parent;
  const owner = parent !== undefined && ts.isInterfaceDeclaration(parent) ? `${parent.name.text}.` : "";
  return [property, ...aliasesOf(checker, property)].flatMap((symbol) =>
    symbol.getJsDocTags(checker).flatMap(({ name, text }) => {
      const written = ts.displayPartsToString(text).trim();
      const value = keywords.has(name) ? valueOf(name, written) : undefined;
      return value === undefined
        ? []
        : [{ of: `${owner}${property.name}`, property: property.name, keyword: name, value }];
    }),
  );
}

function aliasesOf(checker: ts.TypeChecker, { declarations = [] }: ts.Symbol): readonly ts.Symbol[] {
  return declarations.flatMap((node) => {
    const type = ts.isPropertySignature(node) ? node.type : undefined;
    if (type === undefined || !ts.isTypeReferenceNode(type)) return [];
    const symbol = checker.getSymbolAtLocation(type.typeName);
    const target =
      symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    return target !== undefined && (target.flags & ts.SymbolFlags.TypeAlias) !== 0 ? [target] : [];
  });
}

/** `undefined` where the text behind the tag is not a value, as in `@default 'classic' if module is AMD`: it is for readers. */
function valueOf(keyword: string, text: string): unknown {
  if (keyword === "uniqueItems" && text === "") return true;
  if (keyword === "pattern") return text.replace(/^`(.*)`$/s, "$1").replace(/^\/(.*)\/$/s, "$1");
  if (keyword === "format") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Those constraints that no schema of a property of that name has. */
export function missingIn(
  schemas: Readonly<Record<string, Schema>>,
  constraints: readonly Constraint[],
): readonly Constraint[] {
  const kept = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { properties } = value as { properties?: Readonly<Record<string, Schema>> };
    for (const [name, schema] of Object.entries(properties ?? {}))
      for (const [keyword, of] of keywordsOf(schema, schemas)) kept.add(JSON.stringify([name, keyword, of]));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schemas);
  return constraints.filter(({ property, keyword, value }) => !kept.has(JSON.stringify([property, keyword, value])));
}

/** The keywords of a property's schema, of what it refers to, and of its alternatives. */
function keywordsOf(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  depth = 4,
): readonly (readonly [string, unknown])[] {
  if (depth === 0) return [];
  const {
    $ref,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema as { $ref?: string; allOf?: Schema[]; anyOf?: Schema[]; oneOf?: Schema[] };
  const target = $ref === undefined ? undefined : schemas[$ref.slice($ref.lastIndexOf("/") + 1)];
  const inner = [...(target === undefined ? [] : [target]), ...allOf, ...anyOf, ...oneOf];
  return [...Object.entries(schema), ...inner.flatMap((one) => keywordsOf(one, schemas, depth - 1))];
}
