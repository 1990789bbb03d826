import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};
const minor = manifest.version.split(".").slice(0, 2).join(".");

/** Documentation of each release, for the switch at the top. The addresses of former ones are added here when there are any. */
export const versions: readonly { readonly text: string; readonly link: string }[] = [
  { text: `${minor} (this)`, link: "/" },
];
