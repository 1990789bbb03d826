import type { ts } from "ts-morph";

import type { Property, TagSpans, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { type Annotations, noAnnotations } from "../docs/annotations.js";
import { shortText } from "../../diagnostic/short-text.js";
import type { Reader } from "../reader.js";
import { annotated } from "./annotated.js";
import { canonicalText } from "./named-types.js";
import type { IndexMember, Member, Members } from "./members.js";
import { anyJson, unreadable } from "./read-scalar.js";
import type { Reading } from "./site.js";

/** Reads the types of an object type's members. */
export function readMembers(reader: Reader, node: ts.Node, members: Members): Type {
  for (const rejected of members.rejected) reportRejected(reader, rejected);
  const properties = [...members.properties.values()].flatMap((member) => readProperty(reader, member) ?? []);
  const base = { constraints: {}, span: reader.files.spanOf(node) };
  const [first, ...others] = members.indexes;
  if (first === undefined) return { ...base, shape: "object", properties };
  const values = readIndex(reader, first);
  const patterns = [first, ...others].map(({ keyPattern }) => keyPattern);
  const isAlike = others.every((other) => canonicalText(readIndex(reader, other)) === canonicalText(values));
  const keyPattern = joinedPattern(patterns);
  if (!isAlike || (properties.length > 0 && keyPattern !== undefined)) reader.report("CM3014", first.declaration, {});
  if (properties.length > 0) return { ...base, shape: "object", properties, additional: values };
  return { ...base, shape: "record", values, ...(keyPattern !== undefined && { keyPattern }) };
}

function readIndex(reader: Reader, index: IndexMember): Type {
  return index.read().type ?? unreadable(reader, index.declaration);
}

/** Keys of any of the forms; of any form at all where one of them is free. */
function joinedPattern(patterns: readonly (string | undefined)[]): string | undefined {
  const known = patterns.filter((pattern) => pattern !== undefined);
  if (known.length < patterns.length) return undefined;
  return known.length === 1 ? known[0] : known.map((pattern) => `(?:${pattern})`).join("|");
}

function reportRejected(reader: Reader, node: ts.Node): void {
  if (reader.isCircular(node)) return;
  const text = shortText(node.getText().replace(/[;,]$/, ""));
  if (compiler.isExpressionWithTypeArguments(node)) reader.report("CM3006", node, { type: text });
  else reader.report("CM3002", node, { member: text });
}

/** A property with its tags applied; `undefined` where its type admits nothing but `undefined`. */
export function readProperty(reader: Reader, member: Member): Property | undefined {
  const { name, declaration } = member;
  const annotations = hasComment(declaration) ? reader.annotationsOf(declaration) : noAnnotations;
  const reading = readMember(reader, member, annotations);
  if (reading.type === undefined) {
    // A property that may be left out may be `never`: it is not to be there, which unknown properties are not anyway.
    const isNever = !member.optional && reading.undefinable !== true;
    if (isNever) reader.report("CM3012", declaration, {});
    return undefined;
  }
  const said = { ...reading.inherited, ...annotations };
  return {
    name,
    type: annotated(reader, reading.type, { annotations, of: declaration }),
    required: !member.optional && (member.isDefinite === true || reading.undefinable !== true),
    documentation: annotations.documentation,
    ...(said.default !== undefined && { default: said.default }),
    ...(said.immutable === true && { immutable: true }),
    ...(said.listKey !== undefined && { listKey: said.listKey }),
    span: reader.files.spanOf(declaration),
    ...tagSpansOf({ ...reading.inherited?.tagSpans, ...annotations.tagSpans }),
  };
}

/** A property that stands for no declaration of its own has no comment of its own. */
function hasComment(declaration: ts.Node): boolean {
  return compiler.isPropertySignature(declaration);
}

function tagSpansOf(spans: TagSpans): Pick<Property, "tagSpans"> {
  const own = (["default", "example", "immutable", "listKey"] as const).filter((name) => spans[name] !== undefined);
  return own.length === 0 ? {} : { tagSpans: Object.fromEntries(own.map((name) => [name, spans[name]])) };
}

function readMember(reader: Reader, member: Member, annotations: Annotations): Reading {
  if (annotations.schema !== undefined) return { type: anyJson(reader, member.declaration) };
  if (member.computed !== undefined) return member.computed();
  const free = annotations.additionalProperties === true;
  const sites = member.sites.map((site) => (free ? { ...site, free } : site));
  const [site] = sites;
  if (site === undefined) return { type: unreadable(reader, member.declaration) };
  return sites.length === 1 ? reader.read(site) : reader.intersect(sites);
}
