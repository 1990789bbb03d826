import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { isClass } from "./reject-instance.js";
import type { Place } from "./place.js";
import { heritageOf, symbolOf } from "./spelling.js";

/** Reports what an interface of the plugin's own cannot extend: classes, itself, and what is not there. */
export function reportBases(reader: Reader, type: ts.Type, place: Place): void {
  const symbol = type.getSymbol();
  if (symbol === undefined || place.bodies?.includes(symbol) !== true) return;
  for (const declaration of symbol.declarations ?? []) {
    if (reader.symbols.isForeign(declaration)) continue;
    for (const base of heritageOf(declaration)) reportBase(reader, base, symbol);
  }
}

function reportBase(reader: Reader, base: ts.ExpressionWithTypeArguments, owner: ts.Symbol): void {
  const text = shortText(base.getText());
  const symbol = symbolOf(reader, base);
  if (symbol === undefined || isClass(reader, symbol)) reader.report("CM3006", base, { type: text });
  else if (leadsTo(reader, symbol, new Set([owner]))) reader.report("CM3019", base, { type: text });
}

function leadsTo(reader: Reader, symbol: ts.Symbol, seen: Set<ts.Symbol>): boolean {
  if (seen.has(symbol)) return true;
  const around = new Set([...seen, symbol]);
  const bases = (symbol.declarations ?? []).flatMap((node) =>
    compiler.isInterfaceDeclaration(node) ? heritageOf(node) : [],
  );
  return bases.some((base) => {
    const next = symbolOf(reader, base);
    return next !== undefined && leadsTo(reader, next, around);
  });
}
