import type { MarkdownRenderer } from "vitepress";

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
