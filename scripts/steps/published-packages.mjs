import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { StepFailed } from "./step-failed.mjs";

/**
 * The folders of the packages that are published, relative to the root, and in the order of publishing: each after what it needs, so that a
 * release that breaks off leaves nothing that cannot be installed. `publishConfig.directory` is where the build has made what is published.
 */
export function publishedFolders(base = root) {
  const sqlite = "packages/sqlite/dist/node_modules/@cmgen";
  const binaries = readdirSync(join(base, sqlite)).map((name) => `${sqlite}/${name}`);
  const manifests = workspaceFolders(base).map((folder) => ({ folder, manifest: manifestOf(base, folder) }));
  const folders = inOrder(manifests.filter(({ manifest }) => manifest.private !== true)).map(({ folder, manifest }) =>
    join(folder, manifest.publishConfig?.directory ?? ""),
  );
  return [...binaries, ...folders];
}

function workspaceFolders(base) {
  const folders = [...readdirSync(join(base, "packages")).map((name) => `packages/${name}`), "templates"];
  return folders.filter((folder) => existsSync(join(base, folder, "package.json")));
}

/** Each package after those of the others that it needs. */
function inOrder(packages) {
  const ordered = new Set();
  const add = (each) => {
    const { dependencies, optionalDependencies } = each.manifest;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = packages.find(({ manifest }) => manifest.name === name);
      if (needed !== undefined) add(needed);
    }
    ordered.add(each);
  };
  for (const each of packages) add(each);
  return [...ordered];
}

function manifestOf(base, folder) {
  return JSON.parse(readFileSync(join(base, folder, "package.json"), "utf8"));
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
    // What the build has made has its sources beside it.
    repository: { type: "git", url: `git+${url}.git`, directory: folder.replace(/\/dist\/.*/, "") },
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
