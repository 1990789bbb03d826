import { apiVersionOf, collectionPath, JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import { jsonPatchBetween, mergePatchBetween } from "../resource/history/json-difference.js";
import { listHistory, MOST_ENTRIES, readVersion, type VersionTarget } from "../resource/history/read-history.js";
import { restoreVersion } from "../resource/history/restore-version.js";
import { readVersionPair } from "../resource/history/version-difference.js";
import { printStored } from "../resource/stored-object.js";
import type { Answer } from "./answer.js";
import { conditionOf, tagOf } from "./object-tags.js";
import { badValue, invalidQuery, type QueryParameter, readQuery } from "./query-parameters.js";
import { writePrecondition } from "./preconditions.js";
import { dropBody } from "./read-body.js";
import { mountPathOf } from "./request-target.js";
import type { Operation, ResourceRequest } from "./resource-request.js";

type HistoryPlace = "history" | "version" | "diff" | "restore";

/** The operations on former versions of objects (HTTP API, History). */
export const historyOperations: Readonly<Record<HistoryPlace, ReadonlyMap<string, Operation>>> = {
  history: new Map<string, Operation>([["GET", { verb: "get", run: list }]]),
  version: new Map<string, Operation>([["GET", { verb: "get", run: read }]]),
  diff: new Map<string, Operation>([["GET", { verb: "get", run: difference }]]),
  restore: new Map<string, Operation>([["POST", { verb: "update", run: restore }]]),
};

async function list({ context, name, query }: ResourceRequest): Promise<Answer> {
  const {
    limit,
    continue: token,
    uid,
  } = readQuery(query, {
    uid: anyText,
    limit: { form: /^[1-9]\d{0,3}$/, message: `must be a whole number from 1 to ${MOST_ENTRIES}` },
    continue: { form: /^\d{1,15}$/, message: "must be the metadata.continue of the page before" },
  });
  if (Number(limit) > MOST_ENTRIES)
    throw invalidQuery([badValue("limit", `must be a whole number from 1 to ${MOST_ENTRIES}`)]);
  const options = { limit: limit === undefined ? undefined : Number(limit), continue: token, uid };
  const { items, continue: next } = await listHistory(context, name, options);
  const { model } = context.view;
  const metadata = next === undefined ? {} : { continue: next };
  return json({ apiVersion: apiVersionOf(model), kind: `${model.kind}History`, metadata, items });
}

async function read(asked: ResourceRequest): Promise<Answer> {
  const { uid } = readQuery(asked.query, { uid: anyText });
  const { shown } = await readVersion(asked.context, targetOf(asked, uid));
  return { status: 200, body: printStored(shown) };
}

/** Between a version and another one, which is named by `to`: what has been done since to get there. */
async function difference(asked: ResourceRequest): Promise<Answer> {
  const { uid, to, format } = readQuery(asked.query, {
    uid: anyText,
    to: { form: VERSION, message: "must be the number of a version" },
    format: { form: /^(?:json-patch|merge-patch)$/, message: "must be json-patch or merge-patch" },
  });
  if (to === undefined)
    throw invalidQuery([{ path: "to", code: "required", message: "is required: the version to compare with" }]);
  const { before, after } = await readVersionPair(asked.context, targetOf(asked, uid), Number(to));
  if (format === "merge-patch") return json(mergePatchBetween(before, after), MERGE_PATCH_MEDIA_TYPE);
  return json(jsonPatchBetween(before, after), JSON_PATCH_MEDIA_TYPE);
}

async function restore(asked: ResourceRequest): Promise<Answer> {
  const { context, request, name } = asked;
  const { uid } = readQuery(asked.query, { uid: anyText });
  const condition = conditionOf(asked);
  const check = writePrecondition(request.headers);
  await dropBody(request, context.maxObjectBytes);
  const absent = check && ((): void => check(undefined));
  const restored = await restoreVersion(context, targetOf(asked, uid), { ...condition, ...(absent && { absent }) });
  const etag = tagOf(context, restored);
  if (!restored.isCreated) return { status: 200, headers: { etag }, body: restored.data };
  const location = `${mountPathOf(request)}${collectionPath(context.view.model)}/${name}`;
  return { status: 201, headers: { location, etag }, body: restored.data };
}

function json(value: unknown, type?: string): Answer {
  return {
    status: 200,
    ...(type !== undefined && { headers: { "content-type": type } }),
    body: Buffer.from(JSON.stringify(value)),
  };
}

const VERSION = /^[1-9]\d{0,14}$/;

/** @throws {ApiError} `NotFound` for a version that is not a number. */
function targetOf({ name, version }: ResourceRequest, uid: string | undefined): VersionTarget {
  if (VERSION.test(version)) return { name, version: Number(version), uid };
  throw new ApiError("NotFound", `Versions are numbers, and ${JSON.stringify(version)} is not one.`);
}

const anyText: QueryParameter = { form: /^[^\0]+$/, message: "must be the uid of an object" };
