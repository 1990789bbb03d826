import type { Difference } from "./compare-shapes.js";
import { propertyKey } from "../render/property-key.js";
import { accessTo, pathText, type FieldPath } from "./field-path.js";

/** What is written where only the author knows the value: it does not compile, so it cannot be forgotten. */
const UNKNOWN = "VALUE_FOR_OLDER_OBJECTS";

/** The same for a condition: values that are allowed as before must be kept. */
const BREAKS = "OLDER_VALUE_BREAKS";

/** A field that was renamed, as paths: `spec.assignee` and `spec.owner`. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

export interface AnswerOptions {
  readonly renames: readonly Rename[];
  /** Ids of steps that are there: the new one's is another. */
  readonly steps: readonly string[];
}

/** A field that a step writes. */
interface Edit {
  readonly path: FieldPath;
  /** An expression; `undefined` removes the field. */
  readonly value: string;
}

/** An evolve step that answers differences, to be pasted into a declaration. */
export function answerText(differences: readonly Difference[], { renames, steps }: AnswerOptions): string {
  const moved = new Map(renames.map(({ from, to }) => [to, from]));
  const edits = differences.flatMap(({ change, path }): readonly Edit[] => {
    const from = moved.get(pathText(path));
    if (from !== undefined) return [{ path, value: accessTo(from.split(".")) }];
    if (change === "removed") return [{ path, value: "undefined" }];
    if (change === "required") return [{ path, value: `${accessTo(path)} ?? ${UNKNOWN}` }];
    return [{ path, value: change === "narrowed" ? `${BREAKS} ? ${UNKNOWN} : ${accessTo(path)}` : UNKNOWN }];
  });
  // The new name of a field need not be required, and is written all the same.
  const known = new Set(edits.map(({ path }) => pathText(path)));
  const others = renames.filter(({ to }) => !known.has(to));
  const all = [...others.map(({ from, to }) => ({ path: to.split("."), value: accessTo(from.split(".")) })), ...edits];
  const parts = [...new Set(all.flatMap(({ path }) => path[0] ?? []))];
  const bodies = parts.map((part) => `${part}: ${objectText([part], all)}`);
  const lines = [
    "evolve: [",
    "  {",
    `    id: "${freshId(differences, { renames, steps })}",`,
    `    change: ({ ${parts.join(", ")} }) => ({ ${bodies.join(", ")} }),`,
    "  },",
    "],",
  ];
  return lines.join("\n");
}

/** A copy of the value at `path` with all edits below it. */
function objectText(path: FieldPath, edits: readonly Edit[]): string {
  const own = edits.find((edit) => pathText(edit.path) === pathText(path));
  if (own !== undefined) return own.value;
  const names = [...new Set(edits.flatMap((edit) => (isBelow(edit.path, path) ? (edit.path[path.length] ?? []) : [])))];
  const access = accessTo(path);
  const [first = ""] = names;
  if (first === "[]") {
    const item = objectText(["item"], rebased(edits, [...path, "[]"]));
    return `${access}?.map((item: any) => ${item.startsWith("{") ? `(${item})` : item})`;
  }
  if (first === "{}" || first.startsWith("[")) return UNKNOWN;
  const members = names.map((name) => `${propertyKey(name)}: ${objectText([...path, name], edits)}`);
  const copy = `{ ...${access}, ${members.join(", ")} }`;
  return path.length === 1 ? copy : `${access} && ${copy}`;
}

/** The edits below a list's items, as seen from one item. */
function rebased(edits: readonly Edit[], path: FieldPath): readonly Edit[] {
  return edits
    .filter((edit) => isBelow(edit.path, path) || pathText(edit.path) === pathText(path))
    .map(({ path: place, value }) => ({
      path: ["item", ...place.slice(path.length)],
      value: value.replaceAll(accessTo(path), "item"),
    }));
}

function isBelow(path: FieldPath, other: FieldPath): boolean {
  return path.length > other.length && other.every((name, at) => path[at] === name);
}

const VERBS = { added: "add", required: "require", removed: "remove", retyped: "retype", narrowed: "narrow" } as const;

/** Says what the step does in a word or two, and is the name of no other. */
function freshId([first]: readonly Difference[], { renames: [rename], steps }: AnswerOptions): string {
  const subject = rename === undefined ? pathText(first?.path ?? []) : `${rename.from}-to-${rename.to}`;
  const verb = rename === undefined ? VERBS[first?.change ?? "narrowed"] : "rename";
  const words = `${verb}-${subject}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const id = words.slice(0, 80).replace(/-$/, "");
  let number = 2;
  let fresh = id;
  while (steps.includes(fresh)) fresh = `${id}-${number++}`;
  return fresh;
}
