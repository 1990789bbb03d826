import type { ts } from "ts-morph";

import { closestName } from "@cmgen/model/closest-name";
import { shortText } from "../diagnostic/short-text.js";
import { compiler } from "../read/compiler.js";
import type { ObjectNode } from "./append-member.js";
import { EditError } from "./edit-error.js";
import { type Declaration, type OpenPlugin, refusal } from "./open-plugin.js";

/** The segments of a path, `[]` taken off as a segment of its own. */
export function segmentsOf(path: string): readonly string[] {
  const segments = path.split(".").flatMap((segment) => segment.split(/(?=\[\])/));
  const isPath = segments.length > 1 && segments.every((segment) => /^(?:\[\]|[^[\]\s]+)$/.test(segment));
  if (isPath && (segments[0] === "spec" || segments[0] === "status") && segments[1] !== "[]") return segments;
  throw new EditError(`"${path}" is not the path of a field: it starts at the object, as spec.title does.`);
}

/** What is at a path: its type, `undefined` and `null` taken off, and where the plugin declares it. */
interface Place {
  readonly type: ts.Type;
  readonly node: ts.Node;
}

/**
 * What is at a path.
 *
 * @throws {EditError} where the path leads nowhere.
 */
export function placeAt(plugin: OpenPlugin, { typeNode, model }: Declaration, segments: readonly string[]): Place {
  const { checker, symbols } = plugin.reader;
  let place: Place = { type: checker.getTypeFromTypeNode(typeNode), node: typeNode };
  for (const [at, segment] of segments.entries()) {
    const { type } = place;
    const property = segment === "[]" ? undefined : checker.getPropertyOfType(type, segment);
    const inner = segment === "[]" ? itemsOf(checker, type) : property && checker.getTypeOfSymbol(property);
    if (inner === undefined) {
      const names = checker.getPropertiesOfType(type).map(({ name }) => name);
      const meant = closestName(segment, names);
      const hint = meant === undefined ? "" : ` Did you mean ${printPath([...segments.slice(0, at), meant])}?`;
      const path = printPath(segments.slice(0, at + 1));
      throw refusal(plugin, place.node, `${model.kind} has no field ${path}.${hint}`);
    }
    const node = property?.declarations?.find(
      (declared) => !symbols.isForeign(declared) && !symbols.isOfVocabulary(property),
    );
    place = { type: bare(inner), node: node ?? place.node };
  }
  return place;
}

/** Type of a list's items. */
export function itemsOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  const isList = checker.isArrayType(type) || checker.isTupleType(type);
  return isList ? bare(checker.getIndexTypeOfType(type, compiler.IndexKind.Number) ?? type) : undefined;
}

/** A type without `undefined` and `null`. The checker's own way makes another type of an empty one. */
function bare(type: ts.Type): ts.Type {
  const { Undefined, Null } = compiler.TypeFlags;
  const members = type.isUnion() ? type.types.filter(({ flags }) => (flags & (Undefined | Null)) === 0) : [];
  return members.length === 1 ? (members[0] ?? type) : type;
}

export function printPath(segments: readonly string[]): string {
  return segments.join(".").replaceAll(".[]", "[]");
}

/**
 * The braces of the plugin's own sources in which the fields of a type are declared.
 *
 * @throws {EditError} where they are declared in another way, or elsewhere.
 */
export function bracesOf(plugin: OpenPlugin, declaration: Declaration, segments: readonly string[]): ObjectNode {
  const { type, node } = placeAt(plugin, declaration, segments);
  const { reader } = plugin;
  const declarations = type.isUnionOrIntersection() ? [] : (type.symbol?.declarations ?? []);
  const own = declarations.filter((declared) => !reader.symbols.isForeign(declared));
  const braces = own.findLast(
    (declared) => compiler.isInterfaceDeclaration(declared) || compiler.isTypeLiteralNode(declared),
  );
  if (braces !== undefined) return braces;
  if (segments.length === 1 && declarations.length === 0 && type.getProperties().length === 0) {
    const [part] = segments;
    const { kind } = declaration.model;
    const how = `declare a type for it, and write Extension<${kind}Spec, ${kind}Status>`;
    throw refusal(plugin, declaration.typeNode, `${kind} has no ${part}: ${how}.`);
  }
  const text = shortText(reader.checker.typeToString(type));
  const why = whyNot(type, declarations.length > 0);
  const path = printPath(segments);
  throw refusal(
    plugin,
    node,
    `A field cannot be added to ${path}, whose type is ${text}: ${why}. Add it in the source.`,
  );
}

function whyNot(type: ts.Type, isDeclared: boolean): string {
  if (type.isUnion()) return "it is a union, and only you know which of its members get the field";
  if (type.isIntersection()) return "it is an intersection, and only you know which of its parts gets the field";
  if ((type.flags & compiler.TypeFlags.Object) === 0) return "it is not an object";
  return isDeclared
    ? "its fields are not declared in braces of the plugin"
    : "its fields are computed from other types";
}
