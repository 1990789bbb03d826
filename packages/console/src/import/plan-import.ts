import { refusalsOf, sendBatch, type OperationResult } from "../api/batch.js";
import { recordOf, type Json } from "../api/json.js";
import type { ServedObject } from "../api/objects.js";
import type { ServiceDocument } from "../api/read-document.js";
import { differences, type Difference } from "../editor/merge.js";
import { membersNamed, secretMembers } from "../schema/secret-members.js";
import { meantObject, objectKey, sendableObject, type MeantObject } from "./meant-object.js";
import type { ImportedDocument } from "../editor/read-documents.js";
import { storedObjects } from "./stored-objects.js";

/** What becomes of an object that exists: it is changed in what is given, replaced, or refused. */
export type ImportMode = "apply" | "replace" | "create";

export const IMPORT_MODES: readonly ImportMode[] = ["apply", "replace", "create"];

/** What would become of an object of a text. */
export interface PlannedImport extends MeantObject {
  readonly outcome: "create" | "change" | "same" | "refused";
  /** What differs from what is stored, as it would be stored. */
  readonly changes: readonly Difference[];
  /** Names of secrets that are given: whether they change is shown to nobody. */
  readonly secrets: readonly string[];
  /** As it is, if the caller sees it. */
  readonly stored: ServedObject | undefined;
  readonly operation: Json;
}

/**
 * Finds out what an import would do, and does nothing. What is stored is read first, so that each operation says which state it is about: what
 * has been shown is what is written, or nothing.
 *
 * @throws {ApiProblem} where the service cannot say.
 */
export async function planImport(
  documents: readonly ImportedDocument[],
  { models, schemas }: ServiceDocument,
  mode: ImportMode,
): Promise<readonly PlannedImport[]> {
  const meant = documents.map((document) => meantObject(document, models));
  const stored = await storedObjects(meant);
  const keys = meant.map(objectKey);
  const planned = meant.map((each, at): PlannedImport => {
    const isAgain = keys[at] !== undefined && keys.indexOf(keys[at]) < at;
    const current = stored.get(each);
    const operation = operationOf(each, { mode, current, isAgain });
    const secrets = each.model === undefined ? [] : membersNamed(operation, secretMembers(schemas, each.model.input));
    return { ...each, outcome: "refused", changes: [], secrets, stored: current, operation };
  });
  return tried(planned);
}

/** Writes everything that was planned, or nothing. @throws {ApiProblem} for what is refused now. */
export async function carryOut(planned: readonly PlannedImport[]): Promise<void> {
  await sendBatch(operationsOf(planned), { isTrial: false });
}

/** Tries what was planned. If some of it is refused, the rest is tried without. */
async function tried(planned: readonly PlannedImport[]): Promise<readonly PlannedImport[]> {
  const sent = planned.filter(({ causes }) => causes.length === 0);
  if (sent.length === 0) return planned;
  try {
    const results = await sendBatch(operationsOf(sent), { isTrial: true });
    return planned.map((each) => ({ ...each, ...outcomeOf(each, results[sent.indexOf(each)]) }));
  } catch (error) {
    const refused = refusalsOf(error);
    if (!sent.some((_, at) => refused.has(at))) throw error;
    return tried(planned.map((each) => ({ ...each, causes: refused.get(sent.indexOf(each)) ?? each.causes })));
  }
}

function operationsOf(planned: readonly PlannedImport[]): readonly Json[] {
  return planned.map(({ operation }) => operation);
}

function outcomeOf(
  { stored, secrets }: PlannedImport,
  result: OperationResult | undefined,
): Partial<Pick<PlannedImport, "outcome" | "changes">> {
  if (result === undefined) return {};
  if (result.status === 201) return { outcome: "create" };
  if (stored === undefined) return { outcome: "change" };
  const before = contentOf(recordOf(stored));
  const changes = differences({ base: before, theirs: before, mine: contentOf(recordOf(result.object)) });
  return { outcome: changes.length === 0 && secrets.length === 0 ? "same" : "change", changes };
}

/** What of an object is imported. */
function contentOf({ metadata, spec }: Json): Json {
  const { labels, annotations, finalizers } = recordOf(metadata);
  return { metadata: { labels, annotations, finalizers }, spec };
}

interface State {
  readonly mode: ImportMode;
  readonly current: ServedObject | undefined;
  /** Whether an earlier object of the text is the same one. */
  readonly isAgain: boolean;
}

function operationOf(meant: MeantObject, { mode, current, isAgain }: State): Json {
  const object = sendableObject(meant);
  // What the caller does not see may exist all the same: then the service refuses it.
  if (mode === "create" || meant.name === undefined || (current === undefined && !isAgain))
    return { op: "create", object };
  if (isAgain || current === undefined) return { op: mode, object };
  const { uid, version } = current.metadata;
  return { op: mode === "apply" ? "update" : "replace", object, preconditions: { uid, version } };
}
