import { defineSchedule } from "@cmgen/runtime";

// Only running the module would tell this one.
export default defineSchedule({ name: "right", cron: process.env["TIMES"] ?? "never", run: async () => {} });
