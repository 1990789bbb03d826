import { readFileSync } from "node:fs";

/** Where the project is published, as `repository.json` at the root says. */
export interface Repository {
  /** The repository's address, without a trailing slash; null until it is chosen. */
  readonly url: string | null;
  /** The address of this documentation, without a trailing slash; null until it is chosen. */
  readonly site: string | null;
}

export const repository = JSON.parse(
  readFileSync(new URL("../../repository.json", import.meta.url), "utf8"),
) as Repository;
