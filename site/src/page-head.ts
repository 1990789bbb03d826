import type { HeadConfig, PageData } from "vitepress";

/** A picture of docs/images that is wide enough for a card: 1280 by 800. */
export const cardImage = "console-list.png";

/** What other sites show of a page that somebody links. A picture needs a whole address, so it is left out until the site has one. */
export function pageHead({ title, description, relativePath }: PageData, site: string | null): HeadConfig[] {
  const properties: Record<string, string> = {
    "og:type": "article",
    "og:site_name": "cmgen",
    "og:title": title,
    "og:description": description,
    ...(site !== null && {
      "og:url": `${site}/${relativePath.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")}`,
      "og:image": `${site}/${cardImage}`,
      "og:image:width": "1280",
      "og:image:height": "800",
    }),
  };
  return Object.entries(properties).map(([property, content]) => ["meta", { property, content }]);
}
