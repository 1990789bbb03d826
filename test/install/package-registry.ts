import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { basename } from "node:path";
import type { PackedPackage } from "./pack-packages.js";

/** Serves packed packages as a registry does; for a scope, an `.npmrc` says that it is asked. */
export class PackageRegistry {
  readonly #server = createServer((request, response) => {
    this.#answer(decodeURIComponent(request.url ?? ""), response).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  readonly #packages: readonly PackedPackage[];

  private constructor(packages: readonly PackedPackage[]) {
    this.#packages = packages;
  }

  static async start(packages: readonly PackedPackage[]): Promise<PackageRegistry> {
    const registry = new PackageRegistry(packages);
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

  async #answer(path: string, response: ServerResponse): Promise<void> {
    // What is packed here must not stay in the caches of package managers.
    response.setHeader("Cache-Control", "no-store");
    const packed = this.#packages.find(
      ({ name, tarball }) => path === `/${name}` || path === `/-/${basename(tarball)}`,
    );
    if (packed === undefined) response.writeHead(404).end("{}");
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
