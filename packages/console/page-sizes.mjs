import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/**
 * Bytes over the wire, gzipped: of a first visit to a list, which is the entry, the list and all that they load at once, and of everything else,
 * such as the editor.
 */
export function pageSizes() {
  const page = new URL("./dist/page/", import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL("manifest.json", page), "utf8"));
  const names = new Set();
  const take = (key) => {
    const { file, css = [], imports = [] } = manifest[key];
    if (names.has(file)) return;
    for (const name of [file, ...css]) names.add(name);
    for (const each of imports) take(each);
  };
  take("index.html");
  take("src/list/list-page.tsx");
  const sizeOf = (name) => gzipSync(readFileSync(new URL(name, page))).length;
  const all = readdirSync(new URL("assets/", page)).map((name) => `assets/${name}`);
  const sum = (some) => some.reduce((total, name) => total + sizeOf(name), 0);
  return {
    first: sizeOf("index.html") + sum([...names]),
    later: sum(all.filter((name) => !names.has(name))),
  };
}
