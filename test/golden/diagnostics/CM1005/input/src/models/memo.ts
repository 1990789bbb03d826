import { defineModel, type Extension } from "@cmgen/model";

interface MemoSpec {
  text: string;
}

export interface Memo extends Extension<MemoSpec> {}

export default defineModel<Memo>({ group: "notes.example.com", version: "v1", history: { versions: 3 } });
