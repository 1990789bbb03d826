import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { basename } from "node:path";
import { promisify } from "node:util";
import { npm } from "../../scripts/steps/tools.mjs";
import { cleanEnvironment } from "./clean-environment.js";
import type { PackedPackage } from "./pack-packages.js";

/** Serves packed packages as a registry does, and refers to the machine's own registry for all others. */
export class PackageRegistry {
  readonly #server = createServer((request, response) => {
    this.#answer(request.url ?? "", response).catch((error: unknown) => response.destroy(error as Error));
  });
  readonly #packages: readonly PackedPackage[];
  /** Address of the machine's own registry. */
  readonly #others: string;

  private constructor(packages: readonly PackedPackage[], others: string) {
    this.#packages = packages;
    this.#others = others;
  }

  static async start(packages: readonly PackedPackage[]): Promise<PackageRegistry> {
    const [command = "", ...args] = npm(["config", "get", "registry"]);
    const { stdout } = await promisify(execFile)(command, args, { env: cleanEnvironment() });
    const registry = new PackageRegistry(packages, stdout.trim());
    await once(registry.#server.listen(0, "127.0.0.1"), "listening");
    return registry;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("The registry does not listen");
    return `http://127.0.0.1:${address.port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(url);
    // What is packed here must not stay in the caches of package managers.
    response.setHeader("Cache-Control", "no-store");
    const packed = this.#packages.find(
      ({ name, tarball }) => path === `/${name}` || path === `/-/${basename(tarball)}`,
    );
    if (packed === undefined) response.writeHead(302, { Location: new URL(url.slice(1), this.#others).href }).end();
    else if (path.startsWith("/-/")) response.end(await readFile(packed.tarball));
    else response.setHeader("Content-Type", "application/json").end(JSON.stringify(this.#document(packed)));
  }

  #document({ name, version, tarball, integrity, manifest }: PackedPackage): object {
    const dist = { tarball: `${this.url}-/${basename(tarball)}`, integrity };
    // pnpm does not install what was published today.
    const published = "2020-01-01T00:00:00.000Z";
    return {
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist } },
      time: { created: published, modified: published, [version]: published },
    };
  }
}
