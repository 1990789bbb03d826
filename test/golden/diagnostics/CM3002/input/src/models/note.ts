import { defineModel, type Extension } from "@cmgen/model";

declare const key: unique symbol;

interface NoteSpec {
  text: string;
  save(): void;
  (call: string): void;
  new (): NoteSpec;
  get computed(): string;
  set computed(value: string);
  [key]: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
