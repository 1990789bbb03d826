import type { ts } from "ts-morph";

import { canonicalText } from "../../model/canonical-text.js";
import { pascalCase } from "../../model/name-case.js";
import type { Type } from "../../model/type.js";
import type { Symbols } from "../program/symbols.js";
import type { Reader } from "../reader.js";
import { exportedName, qualifiersOf } from "./exported-name.js";
import { type NamedBody, type NamedRequest, NamedTypes } from "./named-types.js";
import { partsOf } from "./parts.js";
import { type Place, spelledAt } from "./place.js";
import type { Spelling } from "./spelling.js";

/** What a generic type was given for one of its parameters. */
export interface Argument {
  readonly type?: ts.Type | undefined;
  readonly spelling?: Spelling | undefined;
}

/** What an instance of a generic type is called, and a text that differs where its arguments do. */
interface InstanceName {
  readonly name: string;
  readonly key: string;
}

/** A generic type, and where it is given its arguments. */
interface Instance {
  readonly base: string;
  readonly given: readonly Argument[];
  readonly place: Place;
}

/** Longer unions have no name that anybody would read. */
const maxMembers = 3;
/** Stands between a type's name and what tells it from others of that name. */
const separator = "#";

/**
 * Names a declaration with its arguments: `PageOfTask`. An argument is called what it is read as; `undefined` where nobody would
 * read that.
 */
export function instanceName({ base, given, place }: Instance): InstanceName | undefined {
  const reader = place.reader.names;
  if (given.length === 0) return { name: identifier(base), key: "" };
  const types = given.map(({ type, spelling }) => {
    if (type === undefined) return undefined;
    const reading = reader.read([type], spelledAt({ reader, node: place.node, path: "", isExact: false }, spelling));
    return reading.undefinable === true ? undefined : reading.type;
  });
  const names = types.map((type) => type && nameOf(type));
  if (names.includes(undefined)) return undefined;
  const keys = given.map(({ type }, at) => `${numbersOf(reader, type)}:${canonicalText(types[at])}`);
  return { name: `${identifier(base)}Of${names.join("And")}`, key: keys.join() };
}

/** Unions of the same members are not always one type to the compiler. */
function numbersOf(names: Reader, type: ts.Type | undefined): string {
  const parts = type === undefined ? [] : partsOf(type);
  const numbers = parts.map((part) => names.named.numberOf(part));
  return numbers.toSorted((a, b) => a - b).join("|");
}

function nameOf(type: Type): string | undefined {
  if (Object.keys(type.constraints).length > 0) return undefined;
  switch (type.shape) {
    case "ref":
      return type.name.slice(0, type.name.indexOf(separator));
    case "model":
      return type.name;
    case "literal":
      return pascalCase(String(type.value)) || undefined;
    case "enum":
    case "union":
      return unionName(type);
    case "array":
      return suffixed(nameOf(type.items), "List");
    case "record":
      return type.keyPattern === undefined ? suffixed(nameOf(type.values), "Record") : undefined;
    case "tuple":
    case "object":
    case "json":
      return undefined;
    default:
      return pascalCase(type.shape);
  }
}

function unionName(union: Extract<Type, { shape: "enum" | "union" }>): string | undefined {
  const members = union.shape === "enum" ? [union] : union.members;
  const names = members.flatMap((member) =>
    member.shape === "enum" ? member.values.map((value) => pascalCase(String(value))) : [nameOf(member)],
  );
  const isReadable = names.length <= maxMembers && names.every((name) => name !== undefined && name !== "");
  return isReadable ? names.join("Or") : undefined;
}

/** Answers with names where others answer with ids, and leaves unread what has none. */
export class TypeNames extends NamedTypes {
  readonly #symbols: Symbols;

  constructor(symbols: Symbols) {
    super();
    this.#symbols = symbols;
  }

  override refer({ identity, key, name, declaration }: NamedRequest): string {
    const exported = exportedName(name, qualifiersOf(this.#symbols, declaration));
    return [exported, this.numberOf(identity), key].join(separator);
  }

  override identify(): void {}

  override readUnnamed(type: ts.Type, _: unknown, read: () => NamedBody): NamedBody | undefined {
    return type.getProperties().length === 0 ? this.readInPlace(type.getSymbol() ?? type, read) : undefined;
  }
}

function suffixed(name: string | undefined, suffix: string): string | undefined {
  return name === undefined ? undefined : name + suffix;
}

/** A name of letters, digits and underscores: documents allow no more of what TypeScript does. */
function identifier(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
