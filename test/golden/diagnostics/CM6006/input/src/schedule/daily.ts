import { defineSchedule } from "@cmgen/runtime";

export default defineSchedule({ name: "daily", every: "1d", run: () => undefined });
