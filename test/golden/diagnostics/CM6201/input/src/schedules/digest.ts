import { defineSchedule } from "@cmgen/runtime";

export default defineSchedule({ name: "digest", every: "1.5h", run: async () => {} });
