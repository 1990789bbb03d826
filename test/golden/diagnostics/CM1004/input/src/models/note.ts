import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
}

export default defineModel<Extension<NoteSpec>>({
  group: "notes.example.com",
});
