import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { behind } from "./behind.js";
import { merge, noMembers } from "./members.js";
import { canonicalText } from "./named-types.js";
import { readMembers } from "./read-object.js";
import { unreadable } from "./read-scalar.js";
import { combine } from "./read-union.js";
import { bindParameters, isReferenceNode, type ReferenceSite, targetOf } from "./reference.js";
import { at, type Reading, type Site } from "./site.js";

/** More than that many combinations of unions nobody means. */
const maxCombinations = 256;

/** Reads what is all of the types at the sites at once: an object of all properties, a branded scalar, or a union of such. */
export function intersect(reader: Reader, sites: readonly Site[]): Reading {
  const [first] = sites;
  if (first === undefined) return {};
  const combinations = product(sites.map((site) => unionMembers(reader, site)));
  if (combinations.length > maxCombinations) return rejected(reader, first);
  const readings = combinations.map((combination) => intersectSingle(reader, combination, first));
  const [only] = readings;
  return readings.length === 1 && only !== undefined ? only : combine(reader, first.node, readings);
}

/** The intersection of types none of which is a union. */
function intersectSingle(reader: Reader, sites: readonly Site[], first: Site): Reading {
  const parts = sites.filter((site) => !isAnything(site)).map((site) => ({ site, members: reader.membersOf(site) }));
  const scalars = parts.filter(({ members }) => members === undefined).map(({ site }) => site);
  // An object beside a scalar is a brand: no JSON value is both.
  if (scalars.length > 0) return intersectScalars(reader, scalars);
  const members = parts.map((part) => part.members ?? noMembers).reduce(merge, noMembers);
  return { type: readMembers(reader, first.node.parent, members) };
}

/** Equal types are one, and a plain string or number gives way to what says more. Nothing is `undefined` or `null` and more. */
function intersectScalars(reader: Reader, sites: readonly Site[]): Reading {
  const readings = sites.map((site) => reader.read(site));
  const types = readings.flatMap(({ type }) => type ?? []);
  if (types.length < readings.length) return {};
  const distinct = [...new Map(types.map((type) => [canonicalText(type), type])).values()];
  const specific = distinct.filter((type) => !distinct.some((other) => other !== type && isWider(reader, type, other)));
  const [only] = specific;
  const [site] = sites;
  if (specific.length === 1 && only !== undefined) return { type: only };
  return site === undefined ? {} : rejected(reader, site);
}

/** Whether `type` says no more than what the carrier of `other` is. */
function isWider(reader: Reader, type: Type, other: Type): boolean {
  if (Object.keys(type.constraints).length > 0) return false;
  return type.shape === carrierOf(behind(reader, other));
}

function carrierOf(type: Type): string | undefined {
  switch (type.shape) {
    case "literal":
      return typeof type.value;
    case "enum":
      return typeof type.values[0];
    case "integer":
      return "number";
    case "int64":
    case "timestamp":
      return "string";
    default:
      return type.shape;
  }
}

function isAnything({ node }: Site): boolean {
  const isEmpty = compiler.isTypeLiteralNode(node) && node.members.length === 0;
  return isEmpty || node.kind === compiler.SyntaxKind.UnknownKeyword;
}

/** The members of a union, aliases looked through; a site that is no union by itself. */
function unionMembers(reader: Reader, site: Site, depth = 0): readonly Site[] {
  const { node } = site;
  if (compiler.isParenthesizedTypeNode(node)) return unionMembers(reader, at(site, node.type), depth);
  if (compiler.isUnionTypeNode(node)) return node.types.flatMap((type) => unionMembers(reader, at(site, type), depth));
  const target = isReferenceNode(node) && depth < 20 ? behindAlias(reader, { ...site, node }) : undefined;
  const members = target && unionMembers(reader, target, depth + 1);
  // An alias of anything but a union keeps its name.
  return members !== undefined && members.length > 1 ? members : [site];
}

function behindAlias(reader: Reader, site: ReferenceSite): Site | undefined {
  const target = targetOf(reader, site);
  if (target.of === "parameter") return "node" in target.binding ? target.binding : undefined;
  if (target.of !== "declared" || !compiler.isTypeAliasDeclaration(target.declaration)) return undefined;
  return { node: target.declaration.type, environment: bindParameters(site, target.declaration) };
}

function product(lists: readonly (readonly Site[])[]): readonly (readonly Site[])[] {
  let combinations: readonly (readonly Site[])[] = [[]];
  for (const list of lists) {
    combinations = combinations.flatMap((combination) => list.map((site) => combination.concat(site)));
    if (combinations.length > maxCombinations) return combinations;
  }
  return combinations;
}

function rejected(reader: Reader, { node }: Site): Reading {
  const whole = compiler.isIntersectionTypeNode(node.parent) ? node.parent : node;
  reader.report("CM3007", whole, { type: shortText(whole.getText()) });
  return { type: unreadable(reader, whole) };
}
