import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, preview, type InlineConfig } from "vite";

/** A site that is built and served. */
export interface Site {
  /** Without a `/` behind it: the origin of its pages. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves what is built later: a service has to know the origin, and a page may be built for a service. */
export async function serveSite(): Promise<Site & { readonly build: (config: InlineConfig) => Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), "cmgen-site-"));
  const quiet = { configFile: false, logLevel: "error" } as const;
  const server = await preview({ ...quiet, root: outDir, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  return {
    origin: (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, ""),
    build: async (config) => {
      await build({ ...quiet, ...config, build: { outDir, emptyOutDir: true, ...config.build } });
    },
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
