import type { Store } from "@cmgen/store";
import { collectionPath, JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";
import { cloneJson, isJsonObject, type JsonObject } from "../document/json-object.js";
import { parseJson } from "../document/parse-json.js";
import { deletedBody } from "../resource/object-list.js";
import { planDeletion } from "../list/plan-list.js";
import { assertCollectionDeletable, deleteCollection } from "../resource/delete-collection.js";
import type { Created } from "../resource/create-object.js";
import { deleteObject } from "../resource/delete-object.js";
import { runTransaction } from "../resource/transaction/run-transaction.js";
import { readShown, type ShownBytes } from "../resource/shown-bytes.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";
import { notFound } from "../resource/refusal.js";
import type { WriteCondition, WriteContext } from "../resource/write-context.js";
import type { Answer } from "./answer.js";
import { assertNoQuery } from "./assert-no-query.js";
import {
  alone,
  assertNotKeyed,
  keptAnswer,
  type KeyedRequest,
  keyedRequest,
  receiptOf,
  REPLAYED,
} from "./idempotency.js";
import { deletionWarning } from "./warning.js";
import { historyOperations } from "./history-operations.js";
import { listOperation } from "./list-operation.js";
import { parseMediaType } from "./negotiate.js";
import { dropBody } from "./read-body.js";
import { assertCollectionPrecondition, assertReadPrecondition, isNotModified } from "./preconditions.js";
import { mountPathOf, type ResourceTarget } from "./request-target.js";
import { conditionOf, tagOf, tagsOf } from "./object-tags.js";
import { type DocumentTypes, objectTypes, readDocument, type ReceivedDocument } from "./read-document.js";
import type { Operation, ResourceRequest } from "./resource-request.js";
import {
  createSent,
  patchSent,
  patchStatusSent,
  replaceSent,
  replaceStatusSent,
  type SentPatch,
} from "./sent-writes.js";

type Place = Exclude<ResourceTarget["at"], "nowhere" | "malformed">;

/** The generated operations by place and method (spec 4.1; HTTP API, Objects), besides `HEAD` and `OPTIONS`. */
export const operations: Readonly<Record<Place, ReadonlyMap<string, Operation>>> = {
  collection: new Map<string, Operation>([
    ["GET", listOperation],
    ["POST", { verb: "create", run: create }],
    ["DELETE", { verb: "deletecollection", run: removeCollection }],
  ]),
  object: new Map<string, Operation>([
    ["GET", { verb: "get", isOfOne: true, run: read }],
    ["PUT", { verb: "update", run: update }],
    ["PATCH", { verb: "patch", run: patch }],
    ["DELETE", { verb: "delete", run: remove }],
  ]),
  status: new Map<string, Operation>([
    ["GET", { verb: "get", isOfOne: true, run: read }],
    ["PUT", { verb: "update", run: putStatus }],
    ["PATCH", { verb: "patch", run: patchStatus }],
  ]),
  ...historyOperations,
};

async function create(asked: ResourceRequest): Promise<Answer> {
  const { context, request, query } = asked;
  assertNoQuery(query);
  assertCollectionPrecondition(request.headers);
  const body = await readBodyObject(asked);
  const keyed = keyedRequest(request, context.store, body);
  return keyed === undefined ? createdAnswer(asked, await createSent(context, body)) : createOnce(asked, keyed, body);
}

type CreatedAnswer = Answer & { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array };

function createdAnswer({ context, request }: ResourceRequest, created: Created): CreatedAnswer {
  const location = `${mountPathOf(request)}${collectionPath(context.view.model)}/${created.name}`;
  return { status: 201, headers: { location, etag: tagOf(context, created) }, body: created.data };
}

/** Creates an object if no request with the same key has. Its answer is kept in the commit that creates it. */
function createOnce(asked: ResourceRequest, keyed: KeyedRequest, body: unknown): Promise<Answer> {
  const { context } = asked;
  return alone(keyed, async () => {
    const kept = await keptAnswer<Pick<CreatedAnswer, "status" | "headers">>(keyed);
    if (kept !== undefined) return { ...kept.head, headers: { ...kept.head.headers, ...REPLAYED }, body: kept.body };
    const createIn = async (store: Store): Promise<CreatedAnswer> =>
      createdAnswer(asked, await createSent({ ...context, store }, cloneJson(body)));
    return runTransaction(context.store, createIn, {
      isLimited: context.access !== undefined,
      receiptOf: ({ status, headers, body: answer }) => receiptOf(keyed, { head: { status, headers }, body: answer }),
    });
  });
}

async function removeCollection({ context, request, query, signal }: ResourceRequest): Promise<Answer> {
  const visibility = context.access?.visibility;
  const selection = planDeletion(context.view.model, new URLSearchParams(query), visibility);
  assertCollectionPrecondition(request.headers);
  await dropBody(request, context.maxObjectBytes);
  await assertCollectionDeletable(context, selection, signal());
  return { status: 200, body: deletedBody(context, deleteCollection(context, selection)) };
}

async function read({ context, request, name, query }: ResourceRequest): Promise<Answer> {
  assertNoQuery(query);
  const shown = await readShown(context, name);
  if (shown === undefined) throw notFound(context.view.model, name);
  const etag = tagOf(context, shown);
  assertReadPrecondition(request.headers, () => tagsOf(context, shown));
  if (isNotModified(request.headers["if-none-match"], etag)) return { status: 304, headers: { etag } };
  return { status: 200, headers: { etag }, body: shown.data };
}

async function update(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(asked);
  const body = await readBodyObject(asked);
  return written(context, await replaceSent(context, { name, body }, condition));
}

async function patch(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(asked);
  const sent = await readPatch(asked);
  return written(context, await patchSent(context, { name, ...sent }, condition));
}

async function remove(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = { ...conditionOf(asked), ...(await readPreconditions(asked)) };
  const last = await deleteObject(context, name, condition);
  const warning = deletionWarning(last);
  return written(context, last, warning === undefined ? {} : { warning });
}

async function putStatus(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(asked);
  const body = await readBodyObject(asked);
  return written(context, await replaceStatusSent(context, { name, body }, condition));
}

async function patchStatus(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(asked);
  const sent = await readPatch(asked);
  return written(context, await patchStatusSent(context, { name, ...sent }, condition));
}

function written(context: WriteContext, stored: ShownBytes, more: Answer["headers"] = {}): Answer {
  return { status: 200, headers: { etag: tagOf(context, stored), ...more }, body: stored.data };
}

/**
 * What a deletion requires of the object: `preconditions.uid` and `preconditions.version` of a body, as Kubernetes' clients send it. Other bodies
 * and members are not looked at.
 */
async function readPreconditions(asked: ResourceRequest): Promise<Pick<WriteCondition, "uid" | "version">> {
  const { context, request } = asked;
  const type = parseMediaType(request.headers["content-type"])?.essence;
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  const isEmpty = coding === undefined && (length === undefined || length === "0");
  if (isEmpty || type === undefined || !objectTypes.has(type)) {
    await dropBody(request, context.maxObjectBytes);
    return {};
  }
  const { value } = await readSent(asked, objectTypes);
  const { uid, version } = partOf(partOf(value)["preconditions"]);
  const problems = [
    ...(uid === undefined || typeof uid === "string" ? [] : [mistyped("uid", "string")]),
    ...(version === undefined || Number.isSafeInteger(version) ? [] : [mistyped("version", "whole number")]),
  ];
  if (problems.length > 0) throw invalid(problems);
  return { ...(typeof uid === "string" && { uid }), ...(typeof version === "number" && { version }) };
}

function partOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function mistyped(member: string, type: string): BrokenRule {
  return { path: `/preconditions/${member}`, keyword: "type", message: `must be a ${type}` };
}

async function readBodyObject(asked: ResourceRequest): Promise<unknown> {
  return (await readSent(asked, objectTypes)).value;
}

/** The patch formats (HTTP API, Objects). */
const patchTypes: DocumentTypes = new Map([
  [MERGE_PATCH_MEDIA_TYPE, parseJson],
  [JSON_PATCH_MEDIA_TYPE, parseJson],
]);

async function readPatch(asked: ResourceRequest): Promise<Omit<SentPatch, "name">> {
  assertNotKeyed(asked.request);
  const { type, value } = await readSent(asked, patchTypes);
  return { patch: value, isMerge: type !== JSON_PATCH_MEDIA_TYPE };
}

function readSent({ context, request, bodies }: ResourceRequest, types: DocumentTypes): Promise<ReceivedDocument> {
  return readDocument(request, {
    types,
    maxBytes: context.maxObjectBytes,
    maxValues: context.maxBodyValues,
    share: bodies(),
  });
}
