import { defineModel, type Extension } from "@cmgen/model";

interface Drawing {
  shape: "circle" | "square";
  /** Of a circle. */
  radius?: number;
}
interface NoteSpec {
  text: string;
  tags: string[];
  limits: Record<string, number>;
  content: { type: "text"; words: string } | { type: "drawing"; drawing: Drawing };
}
type Note = Extension<NoteSpec>;

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  columns: [
    "spec.text",
    "spec.tags",
    // One member of the union has it.
    "spec.content.drawing.radius",
    "spec.txet",
    "spec.content.drawing.width",
    "spec.text.length",
    "spec.limits.cpu",
    "status.phase",
    "metadata.name",
  ],
});
