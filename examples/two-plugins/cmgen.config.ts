import { defineConfig } from "cmgen";

export default defineConfig({
  plugins: ["@cmgen-examples/projects-plugin", "@cmgen-examples/issues-plugin"],
});
