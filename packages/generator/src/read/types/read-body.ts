import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { annotated } from "./annotated.js";
import type { NamedBody } from "./named-types.js";
import { type Place, reject, spelledAt } from "./place.js";
import { anyJson, literals, unreadable } from "./plain-types.js";
import type { DeclaredUse } from "./read-named.js";
import { reportNothing } from "./report-never.js";
import { bodyNode, Spelling } from "./spelling.js";

/** Reads what an interface, alias or enum stands for. */
export function readBody(use: DeclaredUse, place: Place): NamedBody {
  const { reader } = place;
  const { declaration } = use;
  const annotations = reader.annotationsOf(declaration);
  const of = reader.symbols.isForeign(declaration) ? place.node : declaration;
  return { type: annotated(reader, bodyOf(use, place), { annotations, of }), annotations };
}

function bodyOf({ types, declaration, symbol, spelling }: DeclaredUse, place: Place): Type {
  const { reader } = place;
  const { schema, additionalProperties } = reader.annotationsOf(declaration);
  const { isFree, ...outer } = place;
  // Nobody can tag the types of another package: a tag before their use is about all that they leave open.
  const isOpen = isFree === true && reader.symbols.isForeign(declaration);
  const written = spelling?.bodyOf(declaration) ?? new Spelling(reader, bodyNode(declaration));
  const body = { ...spelledAt(outer, written), bodyPath: place.path };
  if (schema !== undefined) return anyJson(body);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(symbol, body);
  const bodies = [...(place.bodies ?? []), symbol];
  const free = (additionalProperties === true || isOpen) && { isFree: true };
  const reading = reader.read(types, { ...body, bodies, isNamed: place.isNamed === true, ...free });
  return reading.type ?? reportNothing(types, body);
}

function readEnum({ declarations = [] }: ts.Symbol, place: Place): Type {
  const members = declarations.flatMap((node) => (compiler.isEnumDeclaration(node) ? [...node.members] : []));
  const values = members.flatMap((member) => {
    const value = place.reader.checker.getConstantValue(member);
    if (value === undefined) reject({ ...place, node: member }, "CM3013", { member: shortText(member.name.getText()) });
    return value ?? [];
  });
  if (members.length === 0) return reject(place, "CM3012", {});
  return literals(place, values) ?? unreadable(place);
}
