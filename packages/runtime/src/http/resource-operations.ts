import { collectionPath, JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";
import { cloneJson, isJsonObject, type JsonObject } from "../document/json-object.js";
import { withKeptFields } from "../document/kept-fields.js";
import { parseJson } from "../document/parse-json.js";
import { ApiError } from "../error/api-error.js";
import { deletedBody } from "../resource/object-list.js";
import { planDeletion } from "../list/plan-list.js";
import { createObject } from "../resource/create-object.js";
import { assertCollectionDeletable, deleteCollection } from "../resource/delete-collection.js";
import { deleteObject } from "../resource/delete-object.js";
import { applyOperations, applyPatchDocument } from "../resource/patch/apply-patch-document.js";
import { patchOfShown } from "../resource/patch/patch-shown.js";
import { type ApplyPatch, patchObject } from "../resource/patch-object.js";
import { readShown, type ShownBytes } from "../resource/shown-bytes.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";
import { notFound } from "../resource/refusal.js";
import { changeObject, updateObject } from "../resource/update-object.js";
import { updateStatus } from "../resource/update-status.js";
import type { WriteCondition, WriteContext } from "../resource/write-context.js";
import type { Answer } from "./answer.js";
import { deletionWarning } from "./warning.js";
import { historyOperations } from "./history-operations.js";
import { listOperation } from "./list-operation.js";
import { parseMediaType } from "./negotiate.js";
import { dropBody } from "./read-body.js";
import { assertReadPrecondition, isNotModified, writePrecondition } from "./preconditions.js";
import { mountPathOf, type ResourceTarget } from "./request-target.js";
import { conditionOf, tagOf, tagsOf } from "./object-tags.js";
import { type DocumentTypes, objectTypes, readDocument, type ReceivedDocument } from "./read-document.js";
import type { Operation, ResourceRequest } from "./resource-request.js";

type Place = Exclude<ResourceTarget["at"], "nowhere" | "malformed">;

/** The generated operations by place and method (spec 4.1; HTTP API, Objects), besides `HEAD` and `OPTIONS`. */
export const operations: Readonly<Record<Place, ReadonlyMap<string, Operation>>> = {
  collection: new Map<string, Operation>([
    ["GET", listOperation],
    ["POST", { verb: "create", run: create }],
    ["DELETE", { verb: "deletecollection", run: removeCollection }],
  ]),
  object: new Map<string, Operation>([
    ["GET", { verb: "get", run: read }],
    ["PUT", { verb: "update", run: update }],
    ["PATCH", { verb: "patch", run: patch }],
    ["DELETE", { verb: "delete", run: remove }],
  ]),
  status: new Map<string, Operation>([
    ["GET", { verb: "get", run: read }],
    ["PUT", { verb: "update", run: putStatus }],
    ["PATCH", { verb: "patch", run: patchStatus }],
  ]),
  ...historyOperations,
};

async function create(asked: ResourceRequest): Promise<Answer> {
  const { context, request, query } = asked;
  assertNoQuery(query);
  writePrecondition(request.headers)?.(undefined);
  const body = await readBodyObject(asked);
  const { mask } = context.view;
  const sent = mask === undefined ? body : withKeptFields({ sent: body, stored: undefined }, mask.tree);
  const created = await createObject(context, sent);
  const location = `${mountPathOf(request)}${collectionPath(context.view.model)}/${created.name}`;
  return {
    status: 201,
    headers: { location, etag: tagOf(context, created) },
    body: created.data,
  };
}

async function removeCollection({ context, request, query, signal }: ResourceRequest): Promise<Answer> {
  const { visibility } = context.access?.scope ?? {};
  const selection = planDeletion(context.view.model, new URLSearchParams(query), visibility);
  writePrecondition(request.headers)?.(undefined);
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
  const { mask } = context.view;
  if (mask === undefined) return written(context, await updateObject(context, { name, body }, condition));
  const next = async (stored: unknown): Promise<unknown> =>
    withKeptFields({ sent: cloneJson(body), stored }, mask.tree);
  return written(context, await changeObject(context, { name, next }, condition));
}

async function patch(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(asked);
  const apply = await readPatch(asked);
  return written(context, await patchObject(context, { name, apply }, condition));
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
  const { mask } = context.view;
  const next: ApplyPatch =
    mask === undefined ? () => body : (stored) => withKeptFields({ sent: cloneJson(body), stored }, mask.tree);
  return written(context, await updateStatus(context, { name, next }, condition));
}

async function patchStatus(asked: ResourceRequest): Promise<Answer> {
  const { context, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(asked);
  const next = await readPatch(asked);
  return written(context, await updateStatus(context, { name, next }, condition));
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

async function readPatch(asked: ResourceRequest): Promise<ApplyPatch> {
  const { type, value } = await readSent(asked, patchTypes);
  const isMerge = type !== JSON_PATCH_MEDIA_TYPE;
  const apply = isMerge ? mergePatch(value) : applyOperations(value);
  return patchOfShown(asked.context.view.mask, { apply, isMerge });
}

function readSent({ context, request, bodies }: ResourceRequest, types: DocumentTypes): Promise<ReceivedDocument> {
  return readDocument(request, {
    types,
    maxBytes: context.maxObjectBytes,
    maxValues: context.maxBodyValues,
    share: bodies(),
  });
}

/** A merge patch that is a list would replace the whole object with that list. */
function mergePatch(value: unknown): ApplyPatch {
  return Array.isArray(value) ? () => value : applyPatchDocument(value);
}

/** An unknown parameter is refused and not ignored: it may have been meant as a restriction. */
function assertNoQuery(query: string): void {
  if (query === "") return;
  const names = [...new Set(new URLSearchParams(query).keys())];
  if (names.length === 0) return;
  const errors = names.map((name) => ({
    path: name,
    code: "unknownParameter",
    message: "is not a parameter of this request",
  }));
  throw new ApiError("InvalidQuery", `This request takes no query parameters: leave out ${names.join(", ")}.`, {
    errors,
  });
}
