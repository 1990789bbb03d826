import { texts } from "../texts.js";

/** What a field or an index is called in lists: its path without what all have in common. */
export function fieldTitle(path: string): string {
  return path === "metadata.creationTimestamp" ? texts.list.created : path.replace(/^(?:spec|metadata)\./, "");
}
