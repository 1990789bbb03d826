import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/**
 * Bytes over the wire, minified and gzipped, of a page that uses an SDK.
 *
 * @returns {Promise<{ one: number, further: number }>} with one model, and how much a second one adds
 */
export async function bundleSizes(folder) {
  const sizeOf = async (names) => {
    const input = join(folder, "page.mjs");
    writeFileSync(input, `export { ${names.join(", ")} } from "./use.ts";\n`);
    const bundle = await rolldown({ input, platform: "browser", logLevel: "silent" });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    await bundle.close();
    return output.reduce((sum, chunk) => sum + gzipSync("code" in chunk ? chunk.code : chunk.source).length, 0);
  };
  const one = await sizeOf(["use1"]);
  return { one, further: (await sizeOf(["use1", "use2"])) - one };
}
