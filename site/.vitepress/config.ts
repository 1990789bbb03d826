import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { repository, versions } from "../src/addresses.js";
import { readContents } from "../src/contents.js";
import { firstParagraph } from "../src/first-paragraph.js";
import { llmsFull, llmsIndex } from "../src/llms.js";
import { anchorOf, drawDiagrams, fitLinks } from "../src/markdown.js";
import { cardImage, pageHead } from "../src/page-head.js";
import { partsOfNav, sidebarOf } from "../src/sidebar.js";

const site = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(site, "..", "docs");
const contents = readContents(docs);

export default defineConfig({
  title: "cmgen",
  lang: "en",
  // There is no icon. Without this line browsers ask for one.
  head: [["link", { rel: "icon", href: "data:," }]],
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
  transformPageData: ({ filePath, title, frontmatter }) => {
    if (filePath.startsWith("api/"))
      return { description: `What ${title} exports.`, frontmatter: { ...frontmatter, editLink: false } };
    return {
      description: firstParagraph(readFileSync(join(docs, filePath), "utf8")),
      // Wide tables need the room of the outline.
      frontmatter: { ...frontmatter, aside: !filePath.startsWith("reference/") },
    };
  },
  transformHead: ({ pageData }) => pageHead(pageData, repository.site),
  buildEnd: () => {
    const out = join(site, "dist");
    copyFileSync(join(docs, "images", cardImage), join(out, cardImage));
    writeFileSync(join(out, "llms.txt"), llmsIndex(docs, contents, repository.site ?? ""));
    writeFileSync(join(out, "llms-full.txt"), llmsFull(docs, contents));
  },
  themeConfig: {
    sidebar: sidebarOf(docs, contents, repository.url),
    nav: [...partsOfNav(contents), { text: versions[0]?.text ?? "", items: [...versions] }],
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        // Pages that explain come before those that list.
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (/^\/(api|reference|diagnostics)\//.test(id) ? 0.3 : 1) },
        },
        _render: (text, env, markdown) => {
          if ((env as { readonly relativePath: string }).relativePath.startsWith("decisions/")) return "";
          // This renderer is for the index alone, which takes words only: colours would double the time of a build.
          markdown.set({ highlight: null });
          return markdown.render(text, env);
        },
      },
    },
    ...(repository.url !== null && { editLink: { pattern: `${repository.url}/edit/main/docs/:path` } }),
  },
});
