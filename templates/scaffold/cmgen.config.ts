import { defineConfig } from "cmgen";

/** All else has a default: models in src/models, output in src/generated and prisma, for SQLite and PostgreSQL. */
export default defineConfig({ api: "my-plugin.example.com/v1alpha1" });
