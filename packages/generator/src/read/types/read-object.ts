import type { ts } from "ts-morph";

import type { Property, Type } from "../../model/type.js";
import type { Annotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import type { Member, Members } from "./members.js";
import { anyJson, unreadable } from "./read-scalar.js";
import type { Reading } from "./site.js";
import { annotated } from "./annotated.js";

/** Reads the types of an object type's members. */
export function readMembers(reader: Reader, node: ts.Node, members: Members): Type {
  const properties = [...members.properties.values()].flatMap((member) => readProperty(reader, member) ?? []);
  const base = { constraints: {}, span: reader.files.spanOf(node) };
  const record = readIndexes(reader, members);
  if (properties.length === 0 && record?.shape === "record") return { ...record, ...base };
  return { ...base, shape: "object", properties, ...(record?.shape === "record" && { additional: record.values }) };
}

/** A property with its tags applied; `undefined` where its type admits nothing but `undefined`. */
export function readProperty(reader: Reader, member: Member): Property | undefined {
  const annotations = reader.annotationsOf(member.declaration);
  const reading = readMember(reader, member, annotations);
  if (reading.type === undefined) return undefined;
  const { documentation } = annotations;
  const said = { ...reading.inherited, ...annotations };
  return {
    name: member.name,
    type: annotated(reading.type, annotations),
    required: !member.optional && reading.undefinable !== true,
    documentation,
    ...(said.default !== undefined && { default: said.default }),
    ...(said.immutable === true && { immutable: true }),
    ...(said.listKey !== undefined && { listKey: said.listKey }),
    span: reader.files.spanOf(member.declaration),
    ...tagSpansOf({ ...reading.inherited?.tagSpans, ...annotations.tagSpans }),
  };
}

function tagSpansOf(spans: Annotations["tagSpans"]): Pick<Property, "tagSpans"> {
  const own = (["default", "immutable", "listKey"] as const).filter((name) => spans[name] !== undefined);
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

function readIndexes(reader: Reader, members: Members): Type | undefined {
  const [index] = members.indexes;
  if (index === undefined) return undefined;
  return reader.readRecord(index);
}
