import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @required */
  text: string;
  /**
   * Whether it is there.
   * @optional
   */
  subject: string;
  /** @nullable */
  size: number;
  /** @enum a b */
  choice: string;
  /** @integer */
  count: number;
  /** @type uint32 */
  port: number;
  /** @asType integer */
  weight: number;
  /** @timestamp */
  born: string;
  /** @items string */
  tags: string[];
  /** @const 5 */
  five: number;
  /**
   * +optional
   * +kubebuilder:validation:Enum=a;b
   */
  marked: string;
  /** @type {string} passes: it is how JavaScript writes a type. */
  kindOf: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
