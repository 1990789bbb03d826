import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Copies what the page at /docs is made of. Its package also has 9 MB of source maps and other builds, and depends on one that reports installations: see
// docs/decisions/reference-page-is-swagger-ui.md.
const source = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
const target = fileURLToPath(new URL("../dist/reference-page/", import.meta.url));

mkdirSync(target, { recursive: true });
for (const name of [
  "swagger-ui-bundle.js",
  "swagger-ui-bundle.js.LICENSE.txt",
  "swagger-ui.css",
  "LICENSE",
  "NOTICE",
]) {
  copyFileSync(join(source, name), join(target, name));
}
const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
writeFileSync(join(target, "version.json"), `${JSON.stringify({ version })}\n`);
copyFileSync(fileURLToPath(new URL("../assets/reference-page.js", import.meta.url)), join(target, "reference-page.js"));
