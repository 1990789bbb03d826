import { cpSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../boundaries/repository.js";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * What `npm ci --omit=dev` installs for the `package.json` in `folder`, copied from this repository's `node_modules`: only what follows
 * from its dependencies, and as copies, so that nothing else can be found by accident.
 */
export function installForProduction(folder: string): void {
  const installed = new Map<string, string>();
  const install = (parent: string, source: string): void => {
    const { dependencies, optionalDependencies } = readManifest(parent);
    for (const name of Object.keys({ ...optionalDependencies, ...dependencies })) {
      const from = locate(name, source);
      if (from === undefined && optionalDependencies?.[name] !== undefined) continue;
      if (from === undefined) throw new Error(`${name} is not installed, which ${source} needs.`);
      const shared = join(folder, "node_modules", name);
      const place = (installed.get(shared) ?? from) === from ? shared : join(parent, "node_modules", name);
      if (installed.get(place) === from) continue;
      installed.set(place, from);
      const inner = join(from, "node_modules");
      cpSync(from, place, { recursive: true, filter: (path) => !path.startsWith(inner) });
      install(place, from);
    }
  };
  install(folder, repositoryRoot);
}

/** Where Node.js finds a package from a folder. */
function locate(name: string, from: string): string | undefined {
  const path = join(from, "node_modules", name);
  if (existsSync(path)) return realpathSync(path);
  return dirname(from) === from ? undefined : locate(name, dirname(from));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
