import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { anchorOf } from "../src/anchors.js";
import { readContents } from "../src/contents.js";
import { drawDiagrams } from "../src/diagrams.js";
import { firstParagraph } from "../src/first-paragraph.js";
import { fitLinks } from "../src/links.js";
import { llmsFull, llmsIndex } from "../src/llms.js";
import { cardImage, pageHead } from "../src/page-head.js";
import { repository } from "../src/repository.js";
import { search } from "../src/search.js";
import { sidebarOf } from "../src/sidebar.js";
import { versions } from "../src/versions.js";

const site = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(site, "..", "docs");
const contents = readContents(docs);

export default defineConfig({
  title: "cmgen",
  lang: "en",
  srcDir: docs,
  outDir: join(site, "dist"),
  cacheDir: join(site, "node_modules", ".cache"),
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, "$1index.md"),
  markdown: {
    anchor: { slugify: anchorOf },
    languageAlias: { caddyfile: "nginx", crontab: "text" },
    config: (markdown) => {
      fitLinks(markdown, repository.url);
      drawDiagrams(markdown);
    },
  },
  transformPageData: ({ filePath }) => ({ description: firstParagraph(readFileSync(join(docs, filePath), "utf8")) }),
  transformHead: ({ pageData }) => pageHead(pageData, repository.site),
  buildEnd: () => {
    const out = join(site, "dist");
    copyFileSync(join(docs, "images", cardImage), join(out, cardImage));
    writeFileSync(join(out, "llms.txt"), llmsIndex(docs, contents));
    writeFileSync(join(out, "llms-full.txt"), llmsFull(docs, contents));
  },
  themeConfig: {
    sidebar: sidebarOf(docs, contents, repository.url),
    nav: [{ text: versions[0]?.text ?? "", items: [...versions] }],
    outline: [2, 3],
    search,
    ...(repository.url !== null && { editLink: { pattern: `${repository.url}/edit/HEAD/docs/:path` } }),
  },
});
