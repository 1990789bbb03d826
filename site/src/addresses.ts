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

const manifest = JSON.parse(readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};
const minor = manifest.version.split(".").slice(0, 2).join(".");

/** Documentation of each release, for the switch at the top. The addresses of former ones are added here when there are any. */
export const versions: readonly { readonly text: string; readonly link: string }[] = [
  { text: `${minor} (this)`, link: "/" },
];
