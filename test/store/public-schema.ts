import type { ServerSchema } from "../../packages/store/dist/postgres/schema-client.js";
import { SchemaNames } from "../../packages/store/dist/sql/schema-names.js";

/** The schema that the tables of test databases are in. */
export const publicSchema: ServerSchema = { names: SchemaNames.of("public"), suffix: "" };
