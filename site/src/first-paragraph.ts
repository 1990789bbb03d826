/** The first paragraph of a page, as plain text of one line: what search engines and other sites show of it. */
export function firstParagraph(markdown: string): string {
  const blocks = markdown.replaceAll(/^```.*?^```/gms, "").split(/\n{2,}/);
  const paragraph =
    blocks.map((block) => block.trim()).find((block) => /^[^#|<!>*\-\d[]|^\[[^!]|^\*\*/.test(block)) ?? "";
  return paragraph
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
