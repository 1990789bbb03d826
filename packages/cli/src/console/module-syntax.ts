import { asRecord } from "../objects/served-object.js";

/** What can be seen in the text of a module of `src/console` without running it. What is computed is not seen. */
export interface ModuleSyntax {
  /** Whether its default export is the result of a call, or comes from elsewhere: undefined where there is none. */
  readonly isExtension: boolean | undefined;
  /** By which paths of which models it has columns and fields. */
  readonly fields: readonly NamedField[];
  readonly pages: readonly NamedPage[];
}

export interface NamedField extends Place {
  readonly model: string;
  readonly path: string;
}

export interface NamedPage extends Place {
  readonly path: string;
}

/** Line and column count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Parses TypeScript to an ESTree, as Vite does. */
export type Parse = (file: string, text: string) => { readonly program: unknown; readonly errors: readonly unknown[] };

type Node = Readonly<Record<string, unknown>>;

/** @returns undefined where the text cannot be parsed, of which the compiler tells. */
export function moduleSyntax(file: string, text: string, parse: Parse): ModuleSyntax | undefined {
  const { program, errors } = parse(file, text);
  if (errors.length > 0) return undefined;
  const exported = defaultExport(nodes(asRecord(program)["body"]));
  const extension = asRecord(nodes(exported?.["arguments"])[0]);
  return {
    isExtension: exported === undefined ? undefined : !LITERALS.test(String(exported["type"])),
    fields: fieldsIn(extension, text),
    pages: nodes(memberOf(extension, "pages")?.["elements"]).flatMap((page) => {
      const path = memberOf(page, "path");
      return typeof path?.["value"] === "string" ? [{ path: path["value"], ...placeOf(path, text) }] : [];
    }),
  };
}

/** What is surely not the result of `defineConsole`. */
const LITERALS = /^(?:Function|ArrowFunction|Class|Object|Array|JSX|Literal|TemplateLiteral)/;

function fieldsIn(extension: Node, text: string): readonly NamedField[] {
  return propertiesOf(memberOf(extension, "resources")).flatMap(([model, , resource]) =>
    ["columns", "fields"].flatMap((part) =>
      propertiesOf(memberOf(resource, part)).map(([path, key]) => ({ model, path, ...placeOf(key, text) })),
    ),
  );
}

/** The expression that a module exports as its default; an identifier where it comes from another module. */
function defaultExport(statements: readonly Node[]): Node | undefined {
  for (const statement of statements) {
    if (statement["type"] === "ExportDefaultDeclaration")
      return valueOf(asRecord(statement["declaration"]), statements);
    const specifier = nodes(statement["specifiers"]).find((each) => nameOf(asRecord(each["exported"])) === "default");
    if (specifier !== undefined) return valueOf(asRecord(specifier["local"]), statements);
  }
  return undefined;
}

/** The value of an expression, where it is that of a variable of the module. */
function valueOf(expression: Node, statements: readonly Node[]): Node {
  if (expression["expression"] !== undefined && /^(?:TS|Parenthesized)/.test(String(expression["type"])))
    return valueOf(asRecord(expression["expression"]), statements);
  const declared = statements
    .flatMap((statement) => nodes(asRecord(statement["declaration"] ?? statement)["declarations"]))
    .find(({ id }) => expression["type"] === "Identifier" && nameOf(asRecord(id)) === expression["name"]);
  return declared?.["init"] === undefined ? expression : valueOf(asRecord(declared["init"]), []);
}

function memberOf(object: Node, name: string): Node | undefined {
  return propertiesOf(object).find(([each]) => each === name)?.[2];
}

/** The properties of an object whose names are in the text. */
function propertiesOf(object: Node | undefined): readonly (readonly [name: string, key: Node, value: Node])[] {
  return nodes(object?.["properties"]).flatMap(({ key, value, computed }) => {
    const name = nameOf(asRecord(key));
    return name === undefined || computed === true ? [] : [[name, asRecord(key), asRecord(value)] as const];
  });
}

function nameOf({ name, value }: Node): string | undefined {
  return [name, value].find((each) => typeof each === "string");
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

function placeOf({ start }: Node, text: string): Place {
  const before = text.slice(0, Number(start)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
