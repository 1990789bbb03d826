import { defineModel, type Extension } from "@cmgen/model";

export interface PartSpec {
  title: string;
}

/** Something that things refer to. */
export type Part = Extension<PartSpec>;

export default defineModel<Part>({});
