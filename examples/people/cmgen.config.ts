import { defineConfig } from "cmgen";

/** Everything has a default: models in src/models, output in src/generated and prisma, for SQLite and PostgreSQL. */
export default defineConfig({
  // Hooks for the page in examples/people-web.
  react: true,
});
