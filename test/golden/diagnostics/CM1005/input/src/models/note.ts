import { defineModel, index, type Extension } from "@cmgen/model";

const version: string = String(process.env["VERSION"]);
const plural = "notes";

interface NoteSpec {
  text: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: `${process.env["DOMAIN"]}.example.com`,
  version,
  kind: 1,
  plural,
  singular: "note" as string,
  indexes: [index("spec.text", { unique: Math.random() > 0.5 })],
  statusSubresource: "no",
  columns: ["spec.text", "spec.text", `spec.${plural}`.trim()],
  lastChangedBy: 1,
  history: { keep: "90 days", versions: 0 },
});
