import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** The address of a file or folder of the repository. `HEAD` is its default branch, whatever that is called. */
export function addressInRepository(url: string, path: string): string {
  return `${url}/blob/HEAD/${path}`;
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
        if (token.type !== "link_open") continue;
        const href = token.attrGet("href") ?? "";
        if (/^([a-z]+:|[#/])/i.test(href)) continue;
        const path = posix.join("docs", folder, href);
        if (path.startsWith("docs/")) token.attrSet("href", href.replace(/(^|\/)README\.md(?=#|$)/, "$1index.md"));
        else if (repositoryUrl !== null) token.attrSet("href", addressInRepository(repositoryUrl, path));
        else {
          const close = children?.slice(at).find(({ type }) => type === "link_close");
          const tag = children?.[at + 1]?.type === "code_inline" ? "span" : "code";
          Object.assign(token, { type: "outside_open", tag, attrs: [["title", path]] });
          Object.assign(close ?? {}, { type: "outside_close", tag });
        }
      }
    }
  });
}
