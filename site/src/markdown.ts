import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** The address of a file or folder of the repository. */
export function addressInRepository(url: string, path: string): string {
  return `${url}/blob/main/${path}`;
}

/**
 * Makes the links of docs, which are written for a code host, fit the site. A README.md is the index of its folder. What is outside of docs
 * is in the repository; while that has no address, the link becomes code, with the path as its title.
 */
export function fitLinks(markdown: MarkdownRenderer, repositoryUrl: string | null): void {
  markdown.core.ruler.after("inline", "fit_links", ({ tokens, env }) => {
    const folder = posix.dirname((env as { readonly relativePath: string }).relativePath);
    for (const { children } of tokens) {
      for (const [at, token] of (children ?? []).entries()) {
        const href = token.type === "link_open" ? (token.attrGet("href") ?? "") : "#";
        if (/^([a-z]+:|[#/])/i.test(href)) continue;
        const path = posix.join("docs", folder, href);
        if (path.startsWith("docs/")) token.attrSet("href", href.replace(/(^|\/)README\.md(?=#|$)/, "$1index.md"));
        else if (repositoryUrl !== null) token.attrSet("href", addressInRepository(repositoryUrl, path));
        else showAsCode(children?.slice(at) ?? [], path);
      }
    }
  });
}

/** Takes the tokens from the one that opens the link. What is code already is not made code again. */
function showAsCode(tokens: readonly Token[], path: string): void {
  const [open, text] = tokens;
  const close = tokens.find(({ type }) => type === "link_close");
  const tag = text?.type === "code_inline" ? "span" : "code";
  if (open !== undefined) Object.assign(open, { type: "outside_open", tag, attrs: [["title", path]] });
  if (close !== undefined) Object.assign(close, { type: "outside_close", tag });
}

/** Blocks of `mermaid` become the component of that name, which draws in the browser. Until then, and without scripts, it shows their text. */
export function drawDiagrams(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after("block", "draw_diagrams", ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== "fence" || token.info.trim() !== "mermaid") continue;
      const content = `<Mermaid text="${encodeURIComponent(token.content)}" />\n`;
      Object.assign(token, { type: "html_block", content });
    }
  });
}

/** What a heading is called in links: the same as on GitHub, where the pages are read, too. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
