import type { ServedResource } from "../objects/served-resource.js";
import { printable } from "../server/printable.js";
import { FilesError } from "../usage-error.js";
import type { ObjectDocument } from "./object-document.js";

/** A document with the resource of its object. */
export interface LocatedDocument extends ObjectDocument {
  readonly resource: ServedResource;
}

/**
 * Finds the resource of each document's object.
 *
 * @throws {FilesError} with the place of each object that the service has no resource for
 */
export function locateDocuments(
  documents: readonly ObjectDocument[],
  resources: readonly ServedResource[],
): readonly LocatedDocument[] {
  const kinds = new Set(resources.map(({ kind }) => kind));
  const byKind = new Map(resources.map((each) => [`${each.group}/${each.version} ${each.kind}`, each]));
  const located: LocatedDocument[] = [];
  const problems: string[] = [];
  for (const document of documents) {
    const { apiVersion, kind } = document.object;
    const resource = byKind.get(`${apiVersion} ${kind}`);
    if (resource !== undefined) located.push({ ...document, resource });
    else
      problems.push(
        `${document.placeOf(kinds.has(kind) ? "/apiVersion" : "/kind")}: The service has no ${kind} of ${apiVersion}.`,
      );
  }
  if (problems.length === 0) return located;
  const list = resources.map(({ kind, group, version }) => `${kind} of ${group}/${version}`).join(", ") || "none";
  throw new FilesError(printable([...problems, `It has: ${list}.`].join("\n")));
}
