import type { FileTree } from "../golden/harness/file-tree.js";

/** What differs between releases of a plugin of notes. */
interface NotesRelease {
  /** Members of the spec beside those that every release has. */
  readonly fields?: string;
  readonly indexes?: string;
  readonly evolve?: string;
  /** Body of the check hook. */
  readonly check?: string;
}

/** The files of a release. */
export function notesRelease({ fields = "", indexes = "", evolve = "", check = "" }: NotesRelease): FileTree {
  return new Map([
    [
      "src/models/note.ts",
      `
import { defineModel, index, type Extension } from "@cmgen/model";
export interface Part {
  text: string;
  ${fields.includes("Part") ? '/** @default "draft" */ stage?: string;' : ""}
}
export interface NoteSpec {
  title: string;
  part?: Part;
  parts?: Part[];
  ${fields.replace("Part", "")}
}
export interface Note extends Extension<NoteSpec> {}
export default defineModel<Note>({
  group: "notes.example.com", version: "v1", kind: "Note", plural: "notes", singular: "note",
  indexes: [index("spec.title"), ${indexes}],
  ${evolve}
});
`,
    ],
    [
      "src/hooks/note.ts",
      `
import { defineHooks } from "@cmgen/runtime";
import { noteModel } from "../generated/v1/models.js";
export default defineHooks({
  model: noteModel,
  check({ old, object, refuse }) { ${check} },
});
`,
    ],
  ]);
}
