import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { StepFailed } from "./step-failed.mjs";

/** The folders of the packages that are published, relative to the root. */
export function publishedFolders(base = root) {
  const folders = [...readdirSync(join(base, "packages")).map((name) => `packages/${name}`), "templates"];
  return folders.filter((folder) => {
    const path = join(base, folder, "package.json");
    return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).private !== true;
  });
}

/**
 * The public address of the repository.
 *
 * @throws {StepFailed} while none is chosen: packages without an address cannot prove where they were built.
 */
export function repositoryAddress({ url } = JSON.parse(readFileSync(join(root, "repository.json"), "utf8"))) {
  if (url === null) {
    throw new StepFailed(
      "The repository's public address is not chosen. Set url in repository.json, for example to https://github.com/<owner>/<name>.",
      1,
    );
  }
  if (!/^https:\/\/[^/\s]+\/[^\s]*[^/\s]$/.test(url) || url.endsWith(".git")) {
    throw new StepFailed(
      `url in repository.json must be the https address of a web page without a slash or .git at its end; it is ${url}.`,
      1,
    );
  }
  return url;
}

/** A `package.json` with the addresses that registries show: of its sources, its page and its list of bugs. */
export function withAddresses(manifest, folder, url) {
  return {
    ...manifest,
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git`, directory: folder },
  };
}

/** Runs `body` while every published `package.json` has the addresses. Then they are as they were: repository.json is the one place. */
export async function withPublishedAddresses(url, body, base = root) {
  const before = publishedFolders(base).map((folder) => {
    const path = join(base, folder, "package.json");
    return { folder, path, text: readFileSync(path, "utf8") };
  });
  try {
    for (const { folder, path, text } of before) {
      writeFileSync(path, `${JSON.stringify(withAddresses(JSON.parse(text), folder, url), undefined, 2)}\n`);
    }
    return await body();
  } finally {
    for (const { path, text } of before) writeFileSync(path, text);
  }
}
