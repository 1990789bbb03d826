import { defineModel, type Extension } from "@cmgen/model";

/** @maxLength 5 */
type Short = string;

/** @minimum 1 */
type Rank = number;

/** @maxItems 3 */
type Codes = Short[];

interface Texts {
  /** @maxLength 7 */
  title: string;
  text: string;
}

type Inner<T> = T extends Promise<infer U> ? U : never;

type Either<T> = T extends string ? Short : string;

interface NoteSpec {
  awaited: Awaited<Promise<Short>>;
  inferred: Inner<Promise<Rank>>;
  returned: ReturnType<(text: Rank) => Short>;
  list: Awaited<Promise<Short>>[];
  readonly: Readonly<Codes>;
  lists: { [K in keyof Texts]: Texts[K][] };
  merged: { [K in keyof Texts as "one"]: Texts[K] };
  elements: Inner<Promise<Codes>>[number];
  taken: Parameters<(text: Short) => void>;
  either: Either<number>;

  // The compiler keeps these.
  kept: NonNullable<Short | null>;
  definite: (Short | null) & {};
  filtered: Exclude<Short | number, number>;
  one: Texts["text"];
  errors: { [K in "title" | "text"]?: string };
  other: ReturnType<(text: Short) => string>;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
