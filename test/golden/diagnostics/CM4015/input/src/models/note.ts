import { defineModel, type Extension } from "@cmgen/model";

/** It has no end: a tree of these has a token at every depth. */
interface Folder {
  /** @secret */
  token?: string;
  folders?: Folder[];
}

interface NoteSpec {
  root?: Folder;
  /** Of one of these the key is shown. */
  login?: { by: "mail"; key: string } | { by: "key"; /** @secret */ key: string };
  /** @listKey id */
  parts?: { /** @secret */ id: string }[];
}
type Note = Extension<NoteSpec>;

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
