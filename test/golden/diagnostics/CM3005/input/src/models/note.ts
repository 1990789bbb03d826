import { defineModel, type Extension } from "@cmgen/model";

interface Box<Value> {
  value: Value;
}

interface NoteSpec {
  extra: unknown;
  more: any;
  object: object;
  empty: {};
  listed: any[];
  keyed: Record<string, unknown>;
  given: Box<any>;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
