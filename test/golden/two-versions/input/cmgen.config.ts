import { defineConfig } from "cmgen";

export default defineConfig({
  outDir: "src/made",
  prismaDir: "database",
  databases: ["postgresql"],
});
