import { collectionPath, JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";
import type { IncomingMessage } from "node:http";
import { parseJson } from "../document/parse-json.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { deletedBody, includingBody, listBody, listObjects, wholeListBody } from "../resource/object-list.js";
import { planDeletion, planQuery } from "../list/plan-list.js";
import { createObject } from "../resource/create-object.js";
import { assertCollectionDeletable, deleteCollection } from "../resource/delete-collection.js";
import { deleteObject } from "../resource/delete-object.js";
import { applyOperations, applyPatchDocument } from "../resource/patch/apply-patch-document.js";
import { type ApplyPatch, patchObject } from "../resource/patch-object.js";
import { readObject } from "../resource/stored-object.js";
import { notFound } from "../resource/refusal.js";
import { includedObjects, readIncludes } from "../resource/references/include-objects.js";
import type { OutgoingReference } from "../resource/references/reference-table.js";
import { updateObject } from "../resource/update-object.js";
import { updateStatus } from "../resource/update-status.js";
import type { WriteCondition, WriteContext } from "../resource/write-context.js";
import type { Verb } from "../host/authorizer.js";
import type { ListPlan, StoredBytes } from "@cmgen/store";
import type { ChangeSource } from "../watch/change-source.js";
import type { Answer } from "./answer.js";
import type { BodyShare } from "../host/body-budget.js";
import { deletionWarning } from "./warning.js";
import { dropBody } from "./read-body.js";
import { assertReadPrecondition, entityTag, isNotModified, writePrecondition } from "./preconditions.js";
import { mountPathOf } from "./request-target.js";
import { type DocumentTypes, objectTypes, readDocument, type ReceivedDocument } from "./read-document.js";
import type { ResourceTarget } from "./resource-target.js";

/** An authorized request for a resource. */
export interface ResourceRequest {
  readonly context: WriteContext;
  readonly request: IncomingMessage;
  readonly changes: ChangeSource;
  /** Aborted when the caller disconnects; created on first use. */
  readonly signal: () => AbortSignal;
  /** Counts the bytes of the body; created on first use. */
  readonly bodies: () => BodyShare;
  /** Throws unless the caller may list objects of another model, which an answer would show. */
  readonly assertListable: (model: ModelDescriptor) => Promise<void>;
  /** The object's name; empty for the collection. */
  readonly name: string;
  /** The query as sent, without the `?`. */
  readonly query: string;
}

/** An operation on a resource. */
export interface Operation {
  readonly verb: Verb;
  readonly run: (request: ResourceRequest) => Promise<Answer>;
}

type Place = Extract<ResourceTarget["at"], "collection" | "object" | "status">;

/** The generated operations by place and method (spec 4.1; contract, Objects), besides `HEAD` and `OPTIONS`. */
export const operations: Readonly<Record<Place, ReadonlyMap<string, Operation>>> = {
  collection: new Map<string, Operation>([
    ["GET", { verb: "list", run: list }],
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
};

async function list(asked: ResourceRequest): Promise<Answer> {
  const { context, signal } = asked;
  const { references, query } = readIncludes(context, asked.query);
  const plan = planQuery(context.view.model, query);
  if (references.length > 0) return listIncluding(asked, plan, references);
  const { summary, items } = await listObjects(context, plan, signal);
  return { status: 200, body: "batches" in items ? listBody({ summary, items }) : wholeListBody(summary, items) };
}

/** A page with the objects that its objects refer to, which the caller must be allowed to list as well. */
async function listIncluding(
  { context, signal, assertListable }: ResourceRequest,
  plan: ListPlan,
  references: readonly OutgoingReference[],
): Promise<Answer> {
  if (plan.window.by === "all") throw includeNeedsPage();
  for (const model of new Set(references.map(({ view }) => view.model))) await assertListable(model);
  const { summary, items } = await listObjects(context, plan, signal);
  if ("batches" in items) throw includeNeedsPage();
  return { status: 200, body: includingBody({ summary, items }, includedObjects(context, references, items)) };
}

function includeNeedsPage(): ApiError {
  const message = "needs a page: give size or limit";
  return new ApiError("InvalidQuery", `include: ${message}`, {
    errors: [{ path: "include", code: "needsSize", message }],
  });
}

async function create(asked: ResourceRequest): Promise<Answer> {
  const { context, request, query } = asked;
  assertNoQuery(query);
  writePrecondition(request.headers)?.(undefined);
  const created = await createObject(context, await readBodyObject(asked));
  const location = `${mountPathOf(request)}${collectionPath(context.view.model)}/${created.name}`;
  return { status: 201, headers: { location, etag: entityTag(created.version) }, body: created.data };
}

async function removeCollection({ context, request, query, signal }: ResourceRequest): Promise<Answer> {
  const selection = planDeletion(context.view.model, new URLSearchParams(query));
  writePrecondition(request.headers)?.(undefined);
  await dropBody(request, context.maxObjectBytes);
  await assertCollectionDeletable(context, selection, signal());
  return { status: 200, body: deletedBody(context, deleteCollection(context, selection)) };
}

async function read({ context, request, name, query }: ResourceRequest): Promise<Answer> {
  assertNoQuery(query);
  const stored = await readObject(context, name);
  if (stored === undefined) throw notFound(context.view.model, name);
  const etag = entityTag(stored.version);
  assertReadPrecondition(request.headers, etag);
  if (isNotModified(request.headers["if-none-match"], etag)) return { status: 304, headers: { etag } };
  return { status: 200, headers: { etag }, body: context.view.shownBytes(stored.data) };
}

async function update(asked: ResourceRequest): Promise<Answer> {
  const { context, request, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(request);
  const body = await readBodyObject(asked);
  return written(await updateObject(context, { name, body }, condition));
}

async function patch(asked: ResourceRequest): Promise<Answer> {
  const { context, request, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(request);
  const apply = await readPatch(asked);
  return written(await patchObject(context, { name, apply }, condition));
}

async function remove({ context, request, name, query }: ResourceRequest): Promise<Answer> {
  assertNoQuery(query);
  const condition = conditionOf(request);
  await dropBody(request, context.maxObjectBytes);
  const last = await deleteObject(context, name, condition);
  const warning = deletionWarning(last);
  return warning === undefined ? written(last) : written(last, { warning });
}

async function putStatus(asked: ResourceRequest): Promise<Answer> {
  const { context, request, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(request);
  const body = await readBodyObject(asked);
  return written(await updateStatus(context, { name, next: () => body }, condition));
}

async function patchStatus(asked: ResourceRequest): Promise<Answer> {
  const { context, request, name, query } = asked;
  assertNoQuery(query);
  const condition = conditionOf(request);
  const next = await readPatch(asked);
  return written(await updateStatus(context, { name, next }, condition));
}

function written(stored: StoredBytes, more: Answer["headers"] = {}): Answer {
  return { status: 200, headers: { etag: entityTag(stored.version), ...more }, body: stored.data };
}

function conditionOf(request: IncomingMessage): WriteCondition {
  const check = writePrecondition(request.headers);
  return check === undefined ? {} : { precondition: (version) => check(entityTag(version)) };
}

async function readBodyObject(asked: ResourceRequest): Promise<unknown> {
  return (await readSent(asked, objectTypes)).value;
}

/** The patch formats (contract, Objects). */
const patchTypes: DocumentTypes = new Map([
  [MERGE_PATCH_MEDIA_TYPE, parseJson],
  [JSON_PATCH_MEDIA_TYPE, parseJson],
]);

async function readPatch(asked: ResourceRequest): Promise<ApplyPatch> {
  const { type, value } = await readSent(asked, patchTypes);
  return type === JSON_PATCH_MEDIA_TYPE ? applyOperations(value) : mergePatch(value);
}

function readSent({ context, request, bodies }: ResourceRequest, types: DocumentTypes): Promise<ReceivedDocument> {
  return readDocument(request, { types, maxBytes: context.maxObjectBytes, share: bodies() });
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
