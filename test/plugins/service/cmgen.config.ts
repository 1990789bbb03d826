import { defineConfig } from "cmgen";

export default defineConfig({
  plugins: ["@acme/people-plugin", "@acme/rooms-plugin"],
});
