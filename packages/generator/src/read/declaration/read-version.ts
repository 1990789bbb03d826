import type { ts } from "ts-morph";

import type { ConversionModel, Model } from "../../model/model.js";
import { nodeOf, readFlag, readObject, readText } from "./attribute-values.js";
import { compiler } from "../compiler.js";
import type { ReadDeclaration } from "./find-declarations.js";
import type { Reader } from "../reader.js";

type VersionPart = Pick<Model, "storage" | "served" | "internal" | "deprecated" | "conversions" | "typePlace">;

/** Reads what a declaration says of its version among those of its kind. */
export function readVersion(reader: Reader, declaration: ReadDeclaration): VersionPart {
  const { properties } = declaration;
  const deprecated = readText(reader, properties, deprecation);
  const conversions = readConversions(reader, declaration);
  const isInternal = readFlag(reader, properties, "internal") === true;
  const isUnserved = readFlag(reader, properties, "served") === false;
  const typePlace = placeOf(reader, declaration.typeNode);
  return {
    ...(readFlag(reader, properties, "storage") === true && { storage: true }),
    ...((isUnserved || isInternal) && { served: false }),
    ...(isInternal && { internal: true }),
    ...(deprecated !== undefined && { deprecated }),
    ...(conversions.length > 0 && { conversions }),
    ...(typePlace !== undefined && { typePlace }),
  };
}

/** What a header can hold. */
const deprecation = {
  attribute: "deprecated",
  expected: "a line of ASCII text, such as `use v1`",
  form: /^[\x20-\x7e]+$/,
};

function readConversions(reader: Reader, { properties, call }: ReadDeclaration): readonly ConversionModel[] {
  const convert = properties.get("convert");
  if (convert === undefined) return [];
  const object = { attribute: "convert", expected: "`{ from: { … }, to: { … } }` with a function for each version" };
  const known = { owner: "`convert`", names: ["from", "to"] };
  const directions = readObject(reader, convert.value, { ...object, known });
  const [from, to] = known.names.map((name) => {
    const side = directions?.get(name);
    return side && readObject(reader, side.value, object);
  });
  const types = typesOf(call);
  return [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])].map((version) => {
    const made = from?.get(version);
    const type = types.get(version);
    const typePlace = type && placeOf(reader, type);
    const span = reader.files.spanOf((made ?? to?.get(version))?.node ?? convert.node);
    return {
      version,
      ...(made !== undefined && { from: reader.code.hashOf(nodeOf(made)) }),
      hasTo: to?.has(version) === true,
      ...(typePlace !== undefined && { typePlace }),
      span,
    };
  });
}

/** The types of the other versions, by version: `defineModel<Person, { v1alpha1: PersonV1alpha1 }>`. */
function typesOf({ typeArguments }: ts.CallExpression): ReadonlyMap<string, ts.TypeNode> {
  const others = typeArguments?.[1];
  if (others === undefined || !compiler.isTypeLiteralNode(others)) return new Map();
  return new Map(
    others.members.flatMap((member): [string, ts.TypeNode][] => {
      if (!compiler.isPropertySignature(member) || member.type === undefined) return [];
      return compiler.isComputedPropertyName(member.name) ? [] : [[member.name.text, member.type]];
    }),
  );
}

/** Where a type is declared: the same for two names of it. */
function placeOf(reader: Reader, node: ts.TypeNode): string | undefined {
  if (!compiler.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined;
  const [declaration] = reader.symbols.of(node.typeName)?.declarations ?? [];
  return declaration && `${reader.files.nameOf(declaration.getSourceFile())}#${declaration.getStart()}`;
}
