import { jsonEqual, parsePointer } from "@cmgen/model/internal";
import { isCollection, isMap, isScalar, isSeq, Pair, parseDocument, type Document } from "yaml";
import { recordOf, valueAt } from "../api/json.js";
import { printText, readText } from "./object-text.js";

/** The members and places that lead to a value. */
export type ValuePath = readonly string[];

/** One change of a value. */
export type ValueEdit =
  /** Sets what is at a path; `undefined` removes it. */
  | { readonly op: "set"; readonly path: ValuePath; readonly value: unknown }
  /** Moves an item of the list at a path. */
  | { readonly op: "move"; readonly path: ValuePath; readonly from: number; readonly to: number }
  /** Gives the member at a path another name, at the same place. */
  | { readonly op: "rename"; readonly path: ValuePath; readonly name: string };

/** What a JSON Pointer leads to; undefined where nothing is. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  return valueAt(value, parsePointer(pointer));
}

/** A value with one change. All else stays what it was, and in its order. */
export function editValue(value: unknown, edit: ValueEdit): unknown {
  const { path } = edit;
  switch (edit.op) {
    case "set":
      return withValue(value, path, () => edit.value);
    case "move":
      return withValue(value, path, (list) => (Array.isArray(list) ? moved(list, edit) : list));
    case "rename":
      return withValue(value, path.slice(0, -1), (object) => renamed(recordOf(object), path.at(-1) ?? "", edit.name));
  }
}

function withValue(value: unknown, [step, ...rest]: ValuePath, change: (before: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    const next = withValue(value[Number(step)], rest, change);
    return next === undefined ? value.toSpliced(Number(step), 1) : value.toSpliced(Number(step), 1, next);
  }
  const { [step]: before, ...others } = recordOf(value);
  const next = withValue(before, rest, change);
  if (next === undefined) return others;
  return before === undefined ? { ...others, [step]: next } : { ...recordOf(value), [step]: next };
}

function moved(list: readonly unknown[], { from, to }: { readonly from: number; readonly to: number }): unknown[] {
  const item = list[from];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

function renamed(object: Readonly<Record<string, unknown>>, from: string, to: string): unknown {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]));
}

/**
 * A text with one change of the value that it is; an empty text is an object without members. Comments, quotes and all else of the text stay; where that cannot be done, the text is
 * printed again. In no case is the value another one than the change makes.
 */
export function editText(text: string, edit: ValueEdit): string {
  const before = readText(text);
  if (before.problems.length > 0) return text;
  const document = parseDocument(text, { uniqueKeys: true });
  const wanted = editValue(before.content ?? {}, edit);
  if (editDocument(document, edit)) {
    const edited = document.toString({ lineWidth: 0 });
    const { content, problems } = readText(edited);
    if (problems.length === 0 && jsonEqual(content, wanted)) return edited;
  }
  return wanted === undefined ? "" : printText(wanted);
}

/** Whether the change could be made. */
function editDocument(document: Document, edit: ValueEdit): boolean {
  const { path } = edit;
  const parent = nodeAt(document, edit.op === "move" ? path : path.slice(0, -1));
  const step = path.at(-1) ?? "";
  if (edit.op === "move") {
    if (!isSeq(parent)) return false;
    const [item] = parent.items.splice(edit.from, 1);
    parent.items.splice(edit.to, 0, item);
    return true;
  }
  if (isSeq(parent) && edit.op === "set") {
    const at = Number(step);
    if (edit.value === undefined) parent.items.splice(at, 1);
    else parent.items[at] = nodeOf(document, edit.value, parent.items[at]);
    return true;
  }
  if (!isMap(parent)) return false;
  const found = parent.items.findIndex(({ key }) => isScalar(key) && String(key.value) === step);
  const pair = parent.items[found];
  if (edit.op === "rename") {
    if (pair !== undefined) pair.key = nodeOf(document, edit.name, pair.key);
  } else if (edit.value === undefined) {
    if (pair !== undefined) parent.items.splice(found, 1);
  } else if (pair === undefined) {
    // `{}` is how an object without members is written: those with some have a line for each.
    if (parent.items.length === 0) parent.flow = false;
    parent.items.push(new Pair(document.createNode(step), nodeOf(document, edit.value, undefined)));
  } else pair.value = nodeOf(document, edit.value, pair.value);
  return true;
}

function nodeAt(document: Document, path: ValuePath): unknown {
  let node: unknown = document.contents;
  for (const step of path) {
    if (isMap(node)) node = node.items.find(({ key }) => isScalar(key) && String(key.value) === step)?.value;
    else if (isSeq(node)) node = node.items[Number(step)];
    else return undefined;
  }
  return node;
}

/** A value as it is printed, with the comments and the quotes of what it takes the place of. */
function nodeOf(document: Document, value: unknown, before: unknown): unknown {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  if (isScalar(before) || isCollection(before)) {
    const { comment, commentBefore, spaceBefore } = before;
    if (comment !== undefined) node.comment = comment;
    if (commentBefore !== undefined) node.commentBefore = commentBefore;
    if (spaceBefore !== undefined) node.spaceBefore = spaceBefore;
  }
  if (isScalar(before) && isScalar(node) && typeof before.value === "string" && typeof value === "string") {
    if (before.type !== undefined) node.type = before.type;
  }
  return node;
}
