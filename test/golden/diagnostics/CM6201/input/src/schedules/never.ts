import { defineSchedule } from "@cmgen/runtime";

const schedule = defineSchedule({ name: "never", cron: `0 0 30 2 *`, run: async () => {} });
export default schedule;
