import { defineSchedule } from "@cmgen/runtime";

const night = "0 25 * * *";

export default defineSchedule({ name: "cleaning", cron: night, timeZone: "Europe/Atlantis", run: async () => {} });
