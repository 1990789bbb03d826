import { recordOf, type Json } from "../../api/json.js";
import { differences, type Difference } from "../../editor/merge.js";

/** Where two states of an object differ, field by field: `theirs` is the first of them, and `mine` the second. */
export function changesBetween(first: Json | undefined, second: Json): readonly Difference[] {
  const theirs = comparedParts(first);
  return differences({ base: theirs, theirs, mine: comparedParts(second) });
}

/** Without what the service counts and notes by itself, which differs in any two versions. */
function comparedParts(object: Json | undefined): Json {
  const { metadata, spec, status } = object ?? {};
  const { labels, annotations, finalizers } = recordOf(metadata);
  // Absent and empty are the same here, so that each field is told apart where one of the objects has none at all.
  return {
    metadata: { labels: recordOf(labels), annotations: recordOf(annotations), finalizers },
    spec: recordOf(spec),
    status: recordOf(status),
  };
}
