import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { behind } from "./behind.js";
import { unreadable } from "./read-scalar.js";
import { at, type Reading, type Site } from "./site.js";

interface Tuple {
  readonly items: Type[];
  required: number;
  rest?: Type;
}

/** Reads `[A, B?, ...C[]]`, labels or not. */
export function readTuple(reader: Reader, site: Site & { readonly node: ts.TupleTypeNode }): Reading {
  const tuple: Tuple = { items: [], required: 0 };
  for (const element of site.node.elements) addElement(reader, at(site, element), tuple);
  return { type: { shape: "tuple", ...tuple, constraints: {}, span: reader.files.spanOf(site.node) } };
}

function addElement(reader: Reader, site: Site, tuple: Tuple): void {
  const { node } = site;
  const isLabelled = compiler.isNamedTupleMember(node);
  const inner = isLabelled || compiler.isOptionalTypeNode(node) || compiler.isRestTypeNode(node) ? node.type : node;
  if (compiler.isRestTypeNode(node) || (isLabelled && node.dotDotDotToken !== undefined)) {
    addRest(reader, at(site, inner), tuple);
    return;
  }
  if (tuple.rest !== undefined) {
    reader.report("CM3008", node, {});
    return;
  }
  const reading = reader.read(at(site, inner));
  tuple.items.push(reading.type ?? unreadable(reader, node));
  const isOptional = compiler.isOptionalTypeNode(node) || (isLabelled && node.questionToken !== undefined);
  if (isOptional) return;
  if (reading.undefinable === true) reader.report("CM3009", inner, {});
  tuple.required = tuple.items.length;
}

/** `...T[]` is what may follow; `...[A, B]` stands for its elements. */
function addRest(reader: Reader, site: Site, tuple: Tuple): void {
  const list = reader.read(site).type;
  const type = list && behind(reader, list);
  if (tuple.rest !== undefined || (type?.shape !== "array" && type?.shape !== "tuple")) {
    reader.report("CM3008", site.node, {});
  } else if (type.shape === "array") {
    tuple.rest = type.items;
  } else {
    tuple.required = type.required === 0 ? tuple.required : tuple.items.length + type.required;
    tuple.items.push(...type.items);
    if (type.rest !== undefined) tuple.rest = type.rest;
  }
}
