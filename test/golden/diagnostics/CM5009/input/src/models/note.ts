import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
  lines: { text: string }[];
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  rules: [
    { path: "/spec/txet", message: "is empty", check: ({ spec }) => spec.text !== "" },
    { path: "spec.text", message: "is empty", check: ({ spec }) => spec.text !== "" },
    { path: "/status/phase", message: "is empty", check: ({ spec }) => spec.text !== "" },
    { path: "/spec/lines/first/text", message: "is empty", check: ({ spec }) => spec.lines[0]?.text !== "" },
    { path: "/spec/text/length", message: "is long", check: ({ spec }) => spec.text.length < 3 },
  ],
});
