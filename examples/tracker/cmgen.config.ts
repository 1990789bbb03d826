import { defineConfig } from "cmgen";

/** Every setting has a default: models in src/models, output in src/generated and prisma, for SQLite and PostgreSQL. */
export default defineConfig({});
