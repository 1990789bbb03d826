import { defineModel, type Extension } from "@cmgen/model";

/** Nothing that callers see names it. */
export type Delivery = Extension<{ tries: number }>;

export default defineModel<Delivery>({ internal: true });
