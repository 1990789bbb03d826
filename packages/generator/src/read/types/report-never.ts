import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { fileAndLine } from "../../model/source-span.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags } from "./parts.js";
import { type Place, reject } from "./place.js";

/** Whether no value is of a type: `never`, or an intersection of types that contradict each other. */
export function isNever({ checker }: Reader, type: ts.Type): boolean {
  if (hasFlags(type, compiler.TypeFlags.Never)) return true;
  return type.isIntersection() && checker.typeToString(type) === "never";
}

/** Says why a property has no values: its declarations contradict each other, or its type is `never`. */
export function reportNever(symbol: ts.Symbol, place: Place): Type {
  const { checker, symbols } = place.reader;
  const written = signaturesOf(symbol);
  const own = written.findLast((node) => !symbols.isForeign(node));
  const at = own === undefined ? { ...place, isExact: false } : { ...place, node: own, isExact: true };
  const [first, second] = written;
  if (first && second) return reportContradiction([first, second], at);
  const node = own?.type;
  return node !== undefined && compiler.isIntersectionTypeNode(node)
    ? reportNothing([checker.getTypeFromTypeNode(node)], { ...at, node })
    : reportNothing([checker.getTypeOfSymbol(symbol)], at);
}

/** Says why types have no values, at a place that asks for some. */
export function reportNothing(types: readonly ts.Type[], place: Place): Type {
  const parts = types.find((type) => type.isIntersection());
  const found = parts && contradiction(place.reader, parts);
  if (found !== undefined) return reportContradiction(found, place);
  if (!compiler.isIntersectionTypeNode(place.node)) return reject(place, "CM3012", {});
  return reject(place, "CM3007", { type: shortText(place.node.getText()) });
}

/** Two declarations of one property. */
type Contradiction = readonly [Signature, Signature];

function reportContradiction([left, right]: Contradiction, place: Place): Type {
  const { checker, files } = place.reader;
  const textOf = ({ type }: Signature): string => shortText(type?.getText() ?? "any");
  const placeOf = (node: ts.Node): string => fileAndLine(files.spanOf(node));
  const name = checker.getSymbolAtLocation(left.name)?.name ?? "";
  const [first, firstPlace, second, secondPlace] = [textOf(left), placeOf(left), textOf(right), placeOf(right)];
  return reject(place, "CM3020", { name, first, firstPlace, second, secondPlace });
}

/** The property of which two parts of an intersection have no value in common. */
function contradiction({ checker }: Reader, { types }: ts.IntersectionType): Contradiction | undefined {
  const isApart = (left: ts.Type, right: ts.Type): boolean =>
    !checker.isTypeAssignableTo(left, right) && !checker.isTypeAssignableTo(right, left);
  for (const [at, type] of types.entries()) {
    for (const property of checker.getPropertiesOfType(type)) {
      const others = types.slice(at + 1).flatMap((other) => checker.getPropertyOfType(other, property.name) ?? []);
      const other = others.find((one) => isApart(checker.getTypeOfSymbol(property), checker.getTypeOfSymbol(one)));
      const [first, second] = other === undefined ? [] : [...signaturesOf(property), ...signaturesOf(other)];
      if (first && second) return [first, second];
    }
  }
  return undefined;
}

/** What declares a property in an interface or object type. */
export type Signature = ts.PropertySignature | ts.GetAccessorDeclaration;

export function signaturesOf({ declarations = [] }: ts.Symbol): readonly Signature[] {
  return declarations.filter((node) => compiler.isPropertySignature(node) || compiler.isGetAccessorDeclaration(node));
}
