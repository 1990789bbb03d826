import { defineConfig } from "cmgen";

import { referenceEmitter } from "./tools/reference-emitter.js";

/** Every setting has a default: models in src/models, output in src/generated and prisma, for SQLite and PostgreSQL. */
export default defineConfig({ emitters: [referenceEmitter] });
