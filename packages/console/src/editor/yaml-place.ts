import { isMap, isPair, isScalar, parseDocument, visit, type Document, type Node, type Pair } from "yaml";

/** What is being written at a place of a text. */
export interface WrittenPlace {
  /** Whether a member's name is written there, or a value. */
  readonly is: "key" | "value";
  /** The members and items that lead to the object that gets the key, or to the value. */
  readonly path: readonly string[];
  /** What the text is without what is written there. */
  readonly value: unknown;
  /** Names that the object has already. */
  readonly taken: readonly string[];
}

/** A name that stands where something is written. It is in no text. */
const PLACEHOLDER = "placeholder7f3c";

/** A text with what is written at a place, of which only a part is there yet. */
interface Begun {
  readonly before: string;
  readonly after: string;
}

/**
 * Finds out what is being written between two parts of a text: a text that is begun is seldom YAML, so it is completed with a name, which is then
 * looked for.
 */
export function writtenPlaces({ before, after }: Begun): readonly WrittenPlace[] {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const [rest = ""] = after.split("\n", 1);
  const isBegun = /^\s*(?:- +)*$|[{,]\s*$/.test(line);
  const places: WrittenPlace[] = [];
  if (isBegun) {
    const asKey = rest.startsWith(":") ? PLACEHOLDER : `${PLACEHOLDER}: 0`;
    const tail = rest.startsWith(":") ? after : /^\s*[},\]]/.test(rest) ? after : after.slice(rest.length);
    places.push(...placeOf(parseDocument(`${before}${asKey}${tail}`), "key"));
  }
  if (!isBegun || /-\s+$|[[,]\s*$/.test(line)) {
    const tail = /^\s*[},\]]/.test(rest) ? after : after.slice(rest.length);
    places.push(...placeOf(parseDocument(`${before}${PLACEHOLDER}${tail}`), "value"));
  }
  return places;
}

function placeOf(document: Document, is: "key" | "value"): readonly WrittenPlace[] {
  let found: WrittenPlace | undefined;
  visit(document, {
    Scalar: (key, node, around) => {
      if (node.value !== PLACEHOLDER || (key === "key") !== (is === "key")) return undefined;
      const path = pathOf(is === "key" ? around.slice(0, -1) : around, node);
      const map = around.at(-2);
      const named = is === "key" && isMap(map) ? map.items.map(nameOf) : [];
      const taken = named.filter((name) => name !== PLACEHOLDER);
      if (is === "key" && isMap(map)) map.items = map.items.filter((pair) => nameOf(pair) !== PLACEHOLDER);
      else node.value = null;
      found = { is, path, taken, value: undefined };
      return visit.BREAK;
    },
  });
  return found === undefined ? [] : [{ ...found, value: valueIn(document) }];
}

/** What a document is, as far as it can be read: what is wrong with it elsewhere does not matter here. */
function valueIn(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

type Around = readonly (Document | Node | Pair)[];

/** The path to a node, by what is around it from the outside in. */
function pathOf(around: Around, node: Node | Pair): readonly string[] {
  return around.flatMap((each, at) => {
    if (isPair(each)) return [nameOf(each)];
    const below = around[at + 1] ?? node;
    if (!("items" in each) || !Array.isArray(each.items) || isPair(below)) return [];
    const place = each.items.findIndex((item) => item === below);
    return place === -1 ? [] : [String(place)];
  });
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : String(key);
}

/** The member whose name, or whose plain value, is at a place of a text, and where its name is. */
export interface NamedMember {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly from: number;
  readonly to: number;
}

export function memberAt(text: string, at: number): NamedMember | undefined {
  const document = parseDocument(text);
  let found: Omit<NamedMember, "value"> | undefined;
  visit(document, {
    Pair: (_, pair, around) => {
      const isAt = [pair.key, pair.value].some(
        (node) =>
          isScalar(node) &&
          node.range !== undefined &&
          node.range !== null &&
          node.range[0] <= at &&
          at <= node.range[1],
      );
      if (!isAt || !isScalar(pair.key) || pair.key.range === undefined || pair.key.range === null) return undefined;
      const [from, to] = pair.key.range;
      found = { path: [...pathOf(around, pair), nameOf(pair)], from, to };
      return visit.BREAK;
    },
  });
  if (found === undefined || document.errors.length > 0) return undefined;
  return { ...found, value: valueIn(document) };
}
