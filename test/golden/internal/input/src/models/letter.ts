import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Draft } from "./draft.js";
import type { Sender } from "./sender.js";

export interface LetterSpec {
  text: string;
  /** Callers see the draft's name, and cannot have the draft. */
  draft?: Ref<Draft>;
  sender: Ref<Sender>;
}

export type Letter = Extension<LetterSpec>;

export default defineModel<Letter>({});
