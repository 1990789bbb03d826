import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import type { Inherited } from "./reading.js";

/** What tags on an alias, or on the aliases it stands for, say of properties of that type. */
export function inheritedFrom(reader: Reader, symbol: ts.Symbol, depth = 0): Inherited | undefined {
  const alias = symbol.declarations?.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
  if (alias === undefined || depth > 20) return undefined;
  const { default: value, immutable, listKey, tagSpans } = reader.annotationsOf(alias);
  const behind = compiler.isTypeReferenceNode(alias.type) ? reader.symbols.of(alias.type.typeName) : undefined;
  const base = behind && inheritedFrom(reader, behind, depth + 1);
  if (value === undefined && immutable === undefined && listKey === undefined) return base;
  return {
    ...base,
    ...(value !== undefined && { default: value }),
    ...(immutable !== undefined && { immutable }),
    ...(listKey !== undefined && { listKey }),
    tagSpans: { ...base?.tagSpans, ...tagSpans },
  };
}
