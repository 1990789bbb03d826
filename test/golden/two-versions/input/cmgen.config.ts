import { defineConfig } from "cmgen";

export default defineConfig({
  outDir: "src/made",
  prismaDir: "database",
  typeNames: { "src/models/v2/article.ts#ArticleSpec": "V2ArticleSpec" },
  databases: ["postgresql"],
});
