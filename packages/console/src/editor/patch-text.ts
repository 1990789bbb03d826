import { recordOf, type Json } from "../api/json.js";
import { texts } from "../texts.js";
import { readText } from "./object-text.js";
import { unfoldPaths } from "./patch-paths.js";

/** What says which object is meant, and cannot be the same for several. */
const IDENTITY = ["name", "generateName", "uid", "version"];

/** A merge patch for several objects, or what is wrong with its text. */
export interface ReadPatch {
  readonly patch: Json;
  readonly problems: readonly string[];
}

/** Reads YAML, and so JSON as well, whose fields may be named by their paths. */
export function readPatch(text: string): ReadPatch {
  const { value, problems } = readText(text);
  const { patch, twice } = unfoldPaths(value);
  if (problems.length > 0)
    return { patch, problems: problems.map(({ line, message }) => texts.bulk.atLine(line, message)) };
  if (Object.keys(patch).length === 0) return { patch, problems: [texts.bulk.emptyPatch] };
  const metadata = recordOf(patch["metadata"]);
  const fixed = [
    ...["apiVersion", "kind"].filter((member) => member in patch),
    ...IDENTITY.filter((member) => member in metadata).map((member) => `metadata.${member}`),
  ];
  return { patch, problems: [...fixed.map(texts.bulk.leaveOutOfPatch), ...twice.map(texts.bulk.givenTwice)] };
}
