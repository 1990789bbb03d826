import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Annotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import { annotated } from "./annotated.js";
import { isComputed } from "./is-computed.js";
import { membersOfMeaning } from "./members-of.js";
import type { NamedBody } from "./named-types.js";
import { isNamed } from "./read-named-computed.js";
import { readMembers } from "./read-object.js";
import { anyJson, unreadable } from "./read-scalar.js";
import { enumValue } from "../names/enum-value.js";
import type { DeclaredTarget } from "./target.js";
import type { Environment, Site } from "./site.js";

/** The use of a declared type that its body is read for, and the id it has been given. */
export interface NamedUse {
  /** Where the type is referred to. */
  readonly site: Site;
  /** What its parameters stand for there. */
  readonly environment: Environment;
  readonly id: string;
}

/** Reads what an interface, alias or enum stands for. */
export function readBody(reader: Reader, target: DeclaredTarget, use: NamedUse): NamedBody {
  const annotations = reader.annotationsOf(target.declaration);
  return {
    type: annotated(reader, bodyOf(reader, target, { ...use, annotations }), { annotations, of: target.declaration }),
    annotations,
  };
}

interface AnnotatedUse extends NamedUse {
  readonly annotations: Annotations;
}

function bodyOf(reader: Reader, target: DeclaredTarget, use: AnnotatedUse): Type {
  const { declaration } = target;
  const { environment, annotations } = use;
  if (annotations.schema !== undefined) return anyJson(reader, declaration);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(reader, declaration);
  const free = annotations.additionalProperties === true;
  if (environment.size > 0 && isComputed(reader, declaration)) {
    return computedBody(reader, target, { ...use, site: { ...use.site, free } });
  }
  if (!compiler.isTypeAliasDeclaration(declaration)) return interfaceBody(reader, target, use);
  return reader.read({ node: declaration.type, environment, free }).type ?? nothing(reader, declaration);
}

function interfaceBody(
  reader: Reader,
  { declaration, meaning, name }: DeclaredTarget,
  { site, environment }: NamedUse,
): Type {
  const members = membersOfMeaning(reader, meaning, environment);
  if (members?.isEnvelope === true) reader.report("CM3016", site.node, { name });
  return members === undefined || members.isEnvelope
    ? unreadable(reader, declaration)
    : readMembers(reader, declaration, members);
}

/** The body of a generic type whose declaration the checker has to work out. */
function computedBody(reader: Reader, { meaning }: DeclaredTarget, { site, id }: NamedUse): Type {
  if (site.environment.size > 0) {
    reader.report("CM3010", site.node, { type: shortText(site.node.getText()) });
    return unreadable(reader, site.node);
  }
  const type = reader.checker.getTypeFromTypeNode(site.node as ts.TypeNode);
  // An object type without a name of its own has this one, and may refer to itself by it.
  const symbols = [type.aliasSymbol, type.getSymbol()].filter((symbol) => symbol !== undefined);
  const isOwn = !isNamed(type) || symbols.some((symbol) => reader.names.ofSymbol(symbol) === meaning);
  if (isOwn && (type.flags & compiler.TypeFlags.Object) !== 0) reader.named.identify(type, id);
  const reading = isOwn ? reader.readCheckerBody(type, site) : reader.readCheckerType(type, site);
  return reading.type ?? nothing(reader, site.node);
}

/** `never`, or nothing but `undefined`: there is no value to be had. */
function nothing(reader: Reader, node: ts.Node): Type {
  reader.report("CM3012", node, {});
  return unreadable(reader, node);
}

function readEnum(reader: Reader, declaration: ts.EnumDeclaration): Type {
  const values = declaration.members.flatMap((member) => {
    const value = enumValue(reader.names, member);
    if (value === undefined) reader.report("CM3013", member, { member: shortText(member.name.getText()) });
    return value ?? [];
  });
  const base = { constraints: {}, span: reader.files.spanOf(declaration) };
  const [only] = values;
  if (only === undefined) return nothing(reader, declaration);
  const distinct = [...new Set(values)];
  return distinct.length === 1
    ? { ...base, shape: "literal", value: only }
    : { ...base, shape: "enum", values: distinct };
}
