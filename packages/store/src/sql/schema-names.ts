import { IN_SCHEMA, quoteName, quoteText, SCHEMA_NAME } from "./sql.js";

/** How statements name a schema and its tables. */
export class SchemaNames {
  readonly #prefix: string;
  readonly #name: string;

  private constructor(prefix: string, name: string) {
    this.#prefix = prefix;
    this.#name = name;
  }

  /** The first schema of a connection's search path. */
  static readonly searched = new SchemaNames("", "current_schema()::text");

  /** A schema by its name: whatever a connection's search path is. */
  static of(schema: string): SchemaNames {
    return new SchemaNames(`${quoteName(schema)}.`, `${quoteText(schema)}::text`);
  }

  /** The text of a compiled PostgreSQL statement for this schema. */
  fill(text: string): string {
    return text.replaceAll(IN_SCHEMA, this.#prefix).replaceAll(SCHEMA_NAME, this.#name);
  }
}
