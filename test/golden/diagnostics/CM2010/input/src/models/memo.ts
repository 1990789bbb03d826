import { defineModel, type Extension } from "@cmgen/model";

interface MemoSpec {
  text: string;
}

export interface Memo extends Extension<MemoSpec> {}

export default defineModel<Memo>();
