import { defineController } from "@cmgen/runtime";

export default defineController({ name: "note", reconcile: async () => undefined });
