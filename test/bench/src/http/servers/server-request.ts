import type { ServedDatabase } from "../../databases/open-items.js";
import type { RawStatements } from "../../databases/raw-items.js";

/** What a server is to serve. */
export interface ServerRequest extends ServedDatabase {
  readonly statements: RawStatements;
}

export interface ServerAnswer {
  readonly url: string;
}
