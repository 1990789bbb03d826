import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { annotated } from "./annotated.js";
import type { NamedBody } from "./named-types.js";
import { type Place, spelledAt } from "./place.js";
import { anyJson, literals, unreadable } from "./plain-types.js";
import type { NamedUse } from "./read-named.js";
import { reportNothing } from "./report-never.js";
import { boundScope, noScope, type Spelling } from "./spelling.js";

type DeclaredUse = Exclude<NamedUse, { readonly id: string }>;

/** Reads what an interface, alias or enum stands for. */
export function readBody(reader: Reader, use: DeclaredUse, place: Place): NamedBody {
  const { declaration } = use;
  const annotations = reader.annotationsOf(declaration);
  const isOwn = !reader.symbols.isForeign(declaration);
  const of = isOwn ? declaration : place.node;
  const type = bodyOf(reader, use, place);
  return { type: annotated(reader, type, { annotations, of }), annotations };
}

function bodyOf(reader: Reader, use: DeclaredUse, place: Place): Type {
  const { types, declaration, symbol } = use;
  const { schema, additionalProperties } = reader.annotationsOf(declaration);
  const { isFree: _, ...outer } = place;
  const body = spelledAt(reader, outer, bodySpelling(reader, use));
  if (schema !== undefined) return anyJson(reader, body.node);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(reader, symbol, body);
  const bodies = [...(place.bodies ?? []), symbol];
  const isFree = additionalProperties === true;
  const reading = reader.read(types, { ...body, bodies, isNamed: place.isNamed === true, ...(isFree && { isFree }) });
  return reading.type ?? reportNothing(reader, types, body);
}

/** Where the body is written, with what its type parameters stand for. */
function bodySpelling(reader: Reader, { declaration, spelling }: DeclaredUse): Spelling {
  const scope = spelling === undefined ? noScope : boundScope(reader, spelling, declaration);
  return { node: compiler.isTypeAliasDeclaration(declaration) ? declaration.type : declaration, scope };
}

function readEnum(reader: Reader, symbol: ts.Symbol, place: Place): Type {
  const declarations = symbol.declarations?.filter((node) => compiler.isEnumDeclaration(node)) ?? [];
  const members = declarations.flatMap((declaration) => [...declaration.members]);
  const values = members.flatMap((member) => {
    const value = reader.checker.getConstantValue(member);
    if (value === undefined)
      reader.reject({ ...place, node: member }, "CM3013", { member: shortText(member.name.getText()) });
    return value ?? [];
  });
  if (members.length === 0) return reader.reject(place, "CM3012", {});
  return literals(reader, place.node, values) ?? unreadable(reader, place.node);
}
