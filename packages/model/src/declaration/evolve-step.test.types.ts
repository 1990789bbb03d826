import type { Extension } from "../envelope/extension.js";
import { defineModel } from "./define-model.js";

interface TitleSpec {
  title: string;
  age?: number;
}
interface Book extends Extension<TitleSpec> {}

const book = { group: "g.example.com", version: "v1", kind: "Book", plural: "books", singular: "book" };

/** Steps that compile; those that do not are marked. A program of types alone, read by the compiler. */
export const declarations = [
  defineModel<Book>({ ...book, evolve: [] }),
  defineModel<Book>({
    ...book,
    evolve: [{ id: "a", change: ({ spec }) => ({ spec: { ...spec, title: spec.name, name: undefined } }) }],
  }),
  // A step that is not the last made objects of a type that is gone.
  defineModel<Book>({
    ...book,
    evolve: [
      { id: "a", change: () => ({ spec: { name: 1 } }) },
      { id: "b", change: ({ spec }) => ({ spec: { title: String(spec.name) } }) },
    ],
  }),
  // @ts-expect-error The last step makes objects of the model's type.
  defineModel<Book>({ ...book, evolve: [{ id: "a", change: () => ({ spec: { name: "x" } }) }] }),
  // @ts-expect-error A title is a string.
  defineModel<Book>({ ...book, evolve: [{ id: "a", change: () => ({ spec: { title: 1 } }) }] }),
  // @ts-expect-error A step has a name.
  defineModel<Book>({ ...book, evolve: [{ change: () => ({}) }] }),
];
