import { readFileSync } from "node:fs";

/** This package's version. */
export function ownVersion(): string {
  const description: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const { version } = description as { readonly version: string };
  return version;
}
