import { defineModel, type Extension } from "@cmgen/model";

export type Sender = Extension<{ address: string }>;

export default defineModel<Sender>({});
