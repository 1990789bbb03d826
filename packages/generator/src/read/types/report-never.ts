import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags } from "./parts.js";
import type { Place } from "./place.js";

/** Whether no value is of a type: `never`, or an intersection of types that contradict each other. */
export function isNever(reader: Reader, type: ts.Type): boolean {
  if (hasFlags(type, compiler.TypeFlags.Never)) return true;
  return type.isIntersection() && reader.checker.typeToString(type) === "never";
}

/** Says why a property has no values: its declarations contradict each other, or its type is `never`. */
export function reportNever(reader: Reader, symbol: ts.Symbol, place: Place): void {
  const written = signaturesOf(symbol);
  const own = written.findLast((node) => !reader.symbols.isForeign(node));
  const at = own === undefined ? { ...place, isExact: false } : { ...place, node: own, isExact: true };
  if (written.length > 1) reportContradiction(reader, symbol.name, { written, place: at });
  else if (own?.type !== undefined && compiler.isIntersectionTypeNode(own.type)) {
    const type = reader.checker.getTypeFromTypeNode(own.type);
    reportNothing(reader, [type], { ...at, node: own.type });
  } else reportNothing(reader, [reader.checker.getTypeOfSymbol(symbol)], at);
}

/** Says why types have no values, at a place that asks for some. */
export function reportNothing(reader: Reader, types: readonly ts.Type[], place: Place): void {
  const parts = types.find((type) => type.isIntersection());
  const found = parts && contradiction(reader, parts);
  if (found !== undefined) reportContradiction(reader, found.name, { written: found.written, place });
  else if (compiler.isIntersectionTypeNode(place.node)) {
    reader.reject(place, "CM3007", { type: shortText(place.node.getText()) });
  } else reader.reject(place, "CM3012", {});
}

interface Contradiction {
  readonly written: readonly ts.PropertySignature[];
  readonly place: Place;
}

function reportContradiction(reader: Reader, name: string, { written, place }: Contradiction): void {
  const [left, right] = written.map((node) => ({
    text: shortText(node.type?.getText() ?? "any"),
    place: placeOf(reader, node),
  }));
  if (left === undefined || right === undefined) return;
  const values = { name, first: left.text, firstPlace: left.place, second: right.text, secondPlace: right.place };
  reader.reject(place, "CM3020", values);
}

/** The property of which two parts of an intersection have no value in common. */
function contradiction(
  { checker }: Reader,
  { types }: ts.UnionOrIntersectionType,
): (Pick<Contradiction, "written"> & { readonly name: string }) | undefined {
  for (const [at, type] of types.entries()) {
    for (const property of checker.getPropertiesOfType(type)) {
      const others = types.slice(at + 1).flatMap((other) => checker.getPropertyOfType(other, property.name) ?? []);
      const other = others.find((candidate) => {
        const [left, right] = [property, candidate].map((symbol) => checker.getTypeOfSymbol(symbol));
        return left && right && !checker.isTypeAssignableTo(left, right) && !checker.isTypeAssignableTo(right, left);
      });
      const written = other === undefined ? [] : [...signaturesOf(property), ...signaturesOf(other)];
      if (written.length > 1) return { name: property.name, written };
    }
  }
  return undefined;
}

function signaturesOf({ declarations = [] }: ts.Symbol): readonly ts.PropertySignature[] {
  return declarations.filter((node) => compiler.isPropertySignature(node));
}

function placeOf(reader: Reader, node: ts.Node): string {
  const { file, start } = reader.files.spanOf(node);
  return `${file}:${start.line}`;
}
