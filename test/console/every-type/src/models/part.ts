import { defineModel, type Extension } from "@cmgen/model";

export interface PartSpec {
  /** @index @search */
  title: string;
}

/** Something that things refer to. */
export type Part = Extension<PartSpec>;

export default defineModel<Part>({});
