import { defineServer } from "@cmgen/runtime";

export default defineServer({
  authorizer: ({ verb }) => (verb === "get" ? { decision: "allow" } : { decision: "unauthorized" }),
  cors: { origins: ["https://console.example.com"] },
  basePath: "/notes",
});
