import { closestName } from "../../config/closest-name.js";
import { isForeignName } from "./foreign-match.js";
import { readersTags, type TagName, tagTable } from "./tag-table.js";

/** Names that a tag may have been meant to be. */
const meantNames = Object.keys(tagTable) as TagName[];

/** The tag of cmgen that a name was meant to be; `undefined` where none is near, and for tags of others. */
export function meantTag(name: string): TagName | undefined {
  const meant = readersTags.has(name) || isForeignName(name) ? undefined : closestName(name, meantNames);
  return meantNames.find((own) => own === meant);
}
