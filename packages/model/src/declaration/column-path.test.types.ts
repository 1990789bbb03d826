/**
 * Which columns `defineModel` accepts and refuses, held by the compiler: each line under an expected error must be one. Compiled under every
 * supported TypeScript by type-tests.test.ts.
 */
import { defineModel, type ColumnPath, type Extension, type ModelDeclaration } from "../index.js";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

interface Tree {
  label: string;
  left?: Tree;
}

interface NoteSpec {
  text: string;
  tags?: string[];
  tree: Tree | null;
  either: { sort: "a"; a: string } | { sort: "b"; b: number };
  "dotted.name": string;
}

interface Note extends Extension<NoteSpec, { open: number }> {}
interface Bare extends Extension {}

export const accepted: ModelDeclaration<Note> = defineModel<Note>({
  columns: ["spec.text", "spec.tags", "spec.tree.left.label", "spec.either.a", "status.open"],
});
export const none: ModelDeclaration<Note> = defineModel<Note>({ columns: [] });

// @ts-expect-error spec has no txet
defineModel<Note>({ columns: ["spec.txet"] });
// @ts-expect-error a column is a field, not a whole part
defineModel<Note>({ columns: ["spec"] });
// @ts-expect-error what metadata says is offered by what shows lists
defineModel<Note>({ columns: ["metadata.name"] });
// @ts-expect-error status has no state
defineModel<Note>({ columns: ["status.state"] });
// @ts-expect-error columns are a list
defineModel<Note>({ columns: "spec.text" });

export const status: Equal<
  Extract<ColumnPath<Note>, `status.${string}`>,
  "status.open" | `status.open.${string}`
> = true;

// Nothing is known of the parts.
export const bare: ModelDeclaration<Bare> = defineModel<Bare>({ columns: ["spec.anything"] });
