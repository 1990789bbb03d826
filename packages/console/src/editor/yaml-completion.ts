import {
  closeCompletion,
  selectedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { KeyBinding } from "@codemirror/view";
import { recordOf, textOf, textsOf, valueAt } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { shapeOf } from "../schema/field-shape.js";
import { branchesOf, schemasAt, type RootSchema } from "../schema/schemas-at.js";
import { typeText } from "../schema/type-text.js";
import { writtenPlaces, type WrittenPlace } from "./yaml-place.js";

/** Offers the members and the values that a schema has where the cursor is. */
export function completeYaml(root: RootSchema): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const { state, pos, explicit } = context;
    const typed = context.matchBefore(/[\w$./-]*/);
    const from = typed?.from ?? pos;
    const line = state.doc.lineAt(pos);
    // A list begins with a dash, which is not the beginning of a word.
    const begin = state.sliceDoc(line.from, from).trim() === "" && typed?.text.startsWith("-") ? from + 1 : from;
    if (!explicit && begin === pos) return null;
    const text = state.doc.toString();
    const places = writtenPlaces({ before: text.slice(0, begin), after: text.slice(pos) });
    const options = places.flatMap((place) => optionsAt(root, place, begin - line.from));
    const isDone = !explicit && options.some(({ label }) => label === text.slice(begin, pos));
    // What is written out already is not offered: Enter is to end its line.
    return options.length === 0 || isDone ? null : { from: begin, options };
  };
}

/** Enter ends the line where what is offered is written out already. */
export const endsLine: KeyBinding = {
  key: "Enter",
  run: (view) => {
    const { state } = view;
    const { head } = state.selection.main;
    const label = selectedCompletion(state)?.label;
    if (label !== undefined && state.sliceDoc(head - label.length, head) === label) closeCompletion(view);
    // What Enter does otherwise comes next.
    return false;
  },
};

function optionsAt(root: RootSchema, place: WrittenPlace, column: number): readonly Completion[] {
  const found = schemasAt(root, place.value, place.path);
  const { schemas } = root;
  if (place.is === "value") return unlike(found.flatMap((schema) => valueOptions(root, schema)));
  const value = valueAt(place.value, place.path);
  const branches = found.flatMap((schema) => branchesOf({ schemas, schema }, value));
  return unlike(branches.flatMap((schema) => keyOptions({ schemas, schema }, place.taken, column)));
}

/** Members that must be given come first. */
const FIRST = 1;

function keyOptions({ schemas, schema }: RootSchema, taken: readonly string[], column: number): readonly Completion[] {
  const required = textsOf(schema["required"]);
  return Object.entries(recordOf(schema["properties"]))
    .filter(([name]) => !taken.includes(name))
    .map(([name, declared]) => {
      const of = recordOf(declared);
      const info = textOf(of["description"]) ?? textOf(shapeOf(schemas, of).schema["description"]);
      return {
        label: name,
        type: "property",
        detail: typeText(schemas, of),
        apply: `${name}:${behindKey({ schemas, schema: of }, column)}`,
        ...(info !== undefined && { info }),
        ...(required.includes(name) && { boost: FIRST }),
      };
    });
}

/** What is to be written behind a key: on its line, or on one of its own. */
function behindKey({ schemas, schema }: RootSchema, column: number): string {
  const { kind } = shapeOf(schemas, schema);
  const indent = " ".repeat(column + 2);
  if (kind.is === "members") return `\n${indent}`;
  return kind.is === "list" ? `\n${indent}- ` : " ";
}

function valueOptions({ schemas }: RootSchema, schema: Schema): readonly Completion[] {
  const { kind, isNullable } = shapeOf(schemas, schema);
  const none = isNullable ? [optionOf(null)] : [];
  switch (kind.is) {
    case "fixed":
      return [optionOf(kind.value)];
    case "choice":
      return [...kind.values.map(optionOf), ...none];
    case "flag":
      return [optionOf(true), optionOf(false), ...none];
    case "union":
      return [...kind.branches.flatMap((branch) => valueOptions({ schemas, schema }, branch.schema)), ...none];
    case "text":
    case "number":
    case "list":
    case "members":
      return none;
  }
}

/** Texts that YAML would read as something else are in quotes. */
const PLAIN = /^[A-Za-z][\w./-]*$/;
const WORDS: readonly string[] = ["true", "false", "null", "yes", "no", "on", "off"];

function optionOf(value: unknown): Completion {
  const isPlain = typeof value === "string" && PLAIN.test(value) && !WORDS.includes(value.toLowerCase());
  const label = isPlain ? value : JSON.stringify(value);
  return { label, type: "enum" };
}

function unlike(options: readonly Completion[]): readonly Completion[] {
  return [...new Map(options.map((option) => [option.label, option])).values()];
}
