import { defineModel, type Extension } from "@cmgen/model";

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Hour = `${0 | 1}${Digit}` | "20" | "21" | "22" | "23";
type Minute = `${0 | 1 | 2 | 3 | 4 | 5}${Digit}`;

interface NoteSpec {
  opens: { [Time in `${Hour}:${Minute}`]?: { text: string } };
  closes: { [Time in `${Hour}:${Minute}`]?: { text: string } };
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
