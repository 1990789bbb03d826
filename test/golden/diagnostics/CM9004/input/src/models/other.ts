import type { Extension } from "@cmgen/model";

export interface Note extends Extension<{ body: string }> {}
