import { defineModel, type Extension, type Ref } from "@cmgen/model";

export type Note = Extension<
  {
    /** @index */
    owner: string;
    /** @index @unique */
    code?: string;
    about?: Ref<Note>;
    text?: string;
  },
  {
    /** How often the note was stamped. */
    stamps?: number;
  }
>;

export default defineModel<Note>({ group: "notes.example.com", version: "v1", history: { keep: "30d" } });
