import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import { enumValue } from "../names/enum-value.js";
import type { Reader } from "../reader.js";
import { readDeclared } from "./read-declared.js";
import { readLibraryType } from "./read-library-type.js";
import { anyJson, literalType, readShape, unreadable } from "./read-scalar.js";
import { bindParameters, type ReferenceSite, targetOf } from "./reference.js";
import type { DeclaredTarget, Target } from "./target.js";
import type { Reading, Site } from "./site.js";
import { admitsUndefined } from "./undefinable.js";

/** Scalars that @cmgen/model names. */
const scalars: ReadonlyMap<string, "integer" | "int64" | "timestamp"> = new Map([
  ["Integer", "integer"],
  ["Int64", "int64"],
  ["Timestamp", "timestamp"],
]);

/** Reads a type by its name. */
export function readReference(reader: Reader, site: ReferenceSite): Reading {
  const target = targetOf(reader, site);
  switch (target.of) {
    case "parameter":
      return "node" in target.binding ? reader.read(target.binding) : { type: target.binding.type };
    case "model": {
      const { kind: name, apiVersion } = target.model;
      return { type: { shape: "model", name, apiVersion, constraints: {}, span: reader.files.spanOf(site.node) } };
    }
    case "library":
      return readLibraryType(reader, site, target.name);
    case "vocabulary":
    case "declared":
      return readNamed(reader, site, target);
    default:
      return readUnusable(reader, site, target);
  }
}

function readNamed(reader: Reader, site: ReferenceSite, target: DeclaredTarget): Reading {
  const scalar = target.of === "vocabulary" ? scalars.get(target.name) : undefined;
  if (scalar !== undefined) return readShape(reader, site, scalar);
  const { declaration } = target;
  if (compiler.isEnumMember(declaration)) return readEnumMember(reader, site, declaration);
  const environment = bindParameters(site, declaration);
  return readDeclared(reader, target, { site, environment, undefinable: admitsUndefined(reader, site) });
}

function readEnumMember(reader: Reader, { node }: Site, member: ts.EnumMember): Reading {
  const value = enumValue(reader.names, member);
  if (value !== undefined) return { type: literalType(reader, node, value) };
  reader.report("CM3001", node, { type: shortText(node.getText()) });
  return { type: unreadable(reader, node) };
}

/** A class, or nothing at all. */
function readUnusable(
  reader: Reader,
  { node, free }: Site,
  { of, name }: Pick<Target, "of"> & { readonly name: string },
): Reading {
  if (of === "class" && free === true) return { type: anyJson(reader, node) };
  const instead = insteadOf.get(name) ?? "an interface that describes the JSON";
  if (of === "class") reader.report("CM3003", node, { name, instead });
  else reader.report("CM3004", node, { name });
  return { type: unreadable(reader, node) };
}

/** What to write instead of the classes that are most often meant. */
const insteadOf: ReadonlyMap<string, string> = new Map([
  ["Date", "`Timestamp` of @cmgen/model"],
  ["Map", "`Record<string, …>`"],
  ["ReadonlyMap", "`Record<string, …>`"],
  ["Set", "a list, with `@uniqueItems`"],
  ["ReadonlySet", "a list, with `@uniqueItems`"],
  ["URL", "`string` with `@format uri`"],
  ["RegExp", "`string` with `@format regex`"],
  ["Buffer", "`string` with `@format byte`"],
  ["Uint8Array", "`string` with `@format byte`"],
]);
