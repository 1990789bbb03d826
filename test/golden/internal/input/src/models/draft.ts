import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Sender } from "./sender.js";

export type Draft = Extension<{ words: string[]; by: Ref<Sender> }>;

export default defineModel<Draft>({ internal: true });
