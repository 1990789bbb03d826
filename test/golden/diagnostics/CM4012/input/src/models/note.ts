import { defineModel, type Extension } from "@cmgen/model";

/** +kubebuilder:validation:MaxLength=10 */
type Short = string;

interface NoteSpec {
  /**
   * How important it is.
   * @min 1 @max 9
   */
  rank: number;
  /**
   * Between the two, not at them.
   * @gt 0 @lt 1
   */
  ratio?: number;
  /** @range 0 100 */
  percent?: number;
  /** @positive */
  price?: number;
  /** @step 0.5 */
  grade?: number;
  /**
   * What it is about.
   *
   * @minLen 1
   * @maxLen 100
   * @regex ^[a-z]+$
   */
  topic: string;
  /** @Length(2, 5) @IsEmail() */
  author?: string;
  /** @email @url @uuid @date @time @ip */
  formats?: string;
  /** @TJS-format email */
  other?: string;
  /** @maxLength(5) @pattern: ^a$ */
  joined?: string;
  /** @min 1 @size 1 3 @unique */
  tags?: string[];
  /** @unique @index */
  slug?: string;
  /** @id */
  key?: string;
  /** @ref Note */
  parent?: string;
  /** @readonly */
  created?: string;
  /** @contains {"const":1} */
  numbers?: number[];
  /**
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=3
   * +listMapKey=name
   */
  short?: Short;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
