import type { ts } from "ts-morph";

import type { DiagnosticCode } from "../../diagnostic/catalogue/catalogue.js";
import type { DiagnosticValues } from "../../diagnostic/diagnose.js";
import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { maxUnnamed } from "./named-types.js";
import { Spelling } from "./spelling.js";

/** Where a type is met. */
export interface Place {
  /** What reads the type. */
  readonly reader: Reader;
  /** A node of the plugin's own: what is wrong with the type is reported there. */
  readonly node: ts.Node;
  /** Names of the properties from the model to here: `spec.home`. */
  readonly path: string;
  /** Whether the node is where the type is written; else the path has to lead to it. */
  readonly isExact: boolean;
  /** The path to the named type whose body this is in; absent in a model or an endpoint. */
  readonly bodyPath?: string;
  /** How the type is written, as far as that is known. */
  readonly spelling?: Spelling;
  /** Where that is not known: how what the type was computed from is written. Tags of aliases in there may be lost. */
  readonly source?: Spelling;
  /** Below a tag that takes any value: `any`, `unknown` and `object` are welcome. */
  readonly isFree?: boolean;
  /** The named types whose bodies are being read here: the answer is not a reference to one of them. */
  readonly bodies?: readonly ts.Symbol[];
  /** Whether what is read here becomes a named type: it can hold itself by that name. */
  readonly isNamed?: boolean;
}

/** An object type, and where it is met. */
export interface Owner {
  readonly type: ts.Type;
  readonly place: Place;
}

/** The place of a type that a node of the plugin's own says. */
export function writtenAt(reader: Reader, node: ts.Node): Place {
  return { reader, node, path: "", isExact: true, spelling: new Spelling(reader, node) };
}

/** The place of a type that is written somewhere in the type at `place`. */
export function spelledAt(place: Place, spelling: Spelling | undefined): Place {
  const { bodies: _, isNamed: __, spelling: own, source: outer, ...rest } = place;
  if (spelling === undefined) {
    const source = own ?? outer;
    return { ...rest, isExact: false, ...(source && { source }) };
  }
  const isOwn = !place.reader.symbols.isForeign(spelling.node);
  return { ...rest, spelling, ...(isOwn ? { node: spelling.node, isExact: true } : { isExact: false }) };
}

/** How a node is written that stands in a declaration of the type at `place`. */
export function spellingIn({ reader, spelling }: Place, node: ts.Node): Spelling {
  return spelling?.leadingTo(node) ?? new Spelling(reader, node);
}

/** The place one step further down. */
export function below(place: Place, name: string): Place {
  return { ...place, path: place.path === "" ? name : `${place.path}${name.startsWith("[") ? "" : "."}${name}` };
}

/** The type as a sentence names it: as it is written, or else as the compiler prints it. */
export function textOf(type: ts.Type, { reader, node, isExact }: Place): string {
  return shortText(isExact ? node.getText() : reader.checker.typeToString(type));
}

/** Reports what is wrong with the type at a place. The answer stands for the type. */
export function reject<Code extends DiagnosticCode>(place: Place, code: Code, values: DiagnosticValues<Code>): Type {
  return place.reader.reject(place, code, values);
}

/** Reports a type of which there is no end, or more than is read. */
export function rejectEndless(place: Place, type: string): Type {
  const { named } = place.reader;
  const full = named.overfull();
  if (full === undefined) return reject(place, "CM3011", { type });
  const at = { ...place, node: full.node, isExact: false };
  return reject(at, "CM3023", { type: full.name, count: maxUnnamed.toLocaleString("en") });
}
