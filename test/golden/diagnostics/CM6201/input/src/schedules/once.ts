import { defineSchedule } from "@cmgen/runtime";

export default defineSchedule({ name: "once", cron: "2030-01-01T00:00:00", run: async () => {} });
