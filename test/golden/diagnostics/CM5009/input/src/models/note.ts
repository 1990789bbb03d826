import { defineModel, type Extension } from "@cmgen/model";

interface Tree {
  /** @index */
  label: string;
  left?: Tree;
}

interface NoteSpec {
  parts: {
    /** @index */
    title: string;
  }[];
  byDay?: Record<string, Day>;
  tree?: Tree;
  /** @unique */
  "long.name"?: string;
}

interface Day {
  /** @index desc @unique */
  count: number;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
