import { defineModel, type Extension } from "@cmgen/model";

declare class Own {
  text: string;
}

interface NoteSpec {
  written: Date;
  pattern: RegExp;
  names: Map<string, string>;
  tags: Set<string>;
  bytes: Uint8Array;
  home: URL;
  later: Promise<string>;
  own: Own;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
