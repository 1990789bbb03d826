import { defineModel, type Extension } from "@cmgen/model";

declare function attributes(): { group: string; version: string; kind: string; plural: string; singular: string };

interface NoteSpec { text: string }
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>(attributes());
