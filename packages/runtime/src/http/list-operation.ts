import type { ListPlan } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { planQuery } from "../list/plan-list.js";
import { includingBody, lineBody, listBody, listObjects, wholeListBody } from "../resource/object-list.js";
import { countReferrers } from "../resource/references/count-referrers.js";
import { assertFewItems, includedObjects } from "../resource/references/include-objects.js";
import { referencesNamed } from "../resource/references/named-references.js";
import { OtherResources } from "../resource/references/other-resources.js";
import { countIn, planCounts, type PlannedCount } from "../resource/references/plan-counts.js";
import type { OutgoingReference } from "../resource/references/reference-table.js";
import { parseStored } from "../resource/stored-object.js";
import type { WriteContext } from "../resource/write-context.js";
import { aggregate, asksToAggregate } from "./aggregate-operation.js";
import type { Answer } from "./answer.js";
import { NDJSON, prefersLines } from "./negotiate.js";
import type { Operation, ResourceRequest } from "./resource-request.js";

/** A list of a model's objects (HTTP API, Lists), perhaps with what they refer to and how many refer to them; or counts and sums of them. */
export const listOperation: Operation = { verb: "list", run: list, hasLines: true };

async function list(asked: ResourceRequest): Promise<Answer> {
  const isLines = prefersLines(asked.request.headers.accept);
  if (asksToAggregate(asked.query)) {
    if (isLines) throw onlyObjects();
    return aggregate(asked);
  }
  const { context, signal, assertListable } = asked;
  const counted = new OtherResources(context, "caller");
  const readQuery = () => readIncludes(context, asked.query, counted);
  const { query, ...including } = await counted.plan(readQuery, assertListable);
  const related = new OtherResources(context, "caller");
  const visibility = context.access?.visibility;
  const plan = await related.plan(() => planQuery(context.view.model, query, { visibility, related }), assertListable);
  const isIncluding = including.references.length + including.counts.length > 0;
  if (isLines && isIncluding) throw onlyObjects();
  if (isIncluding) return listIncluding(asked, plan, including);
  const { summary, items } = await listObjects({ ...context, store: context.store.replica }, plan, signal);
  if (isLines) return { status: 200, headers: { "content-type": NDJSON, vary: "accept" }, body: lineBody(items) };
  return { status: 200, body: "batches" in items ? listBody({ summary, items }) : wholeListBody(summary, items) };
}

function onlyObjects(): ApiError {
  return new ApiError(
    "NotAcceptable",
    "Lines have objects alone: with include and aggregate, accept application/json.",
  );
}

/** A page with the objects that its objects refer to, which the caller must be allowed to list as well, and how many refer to them. */
async function listIncluding(
  { context, signal, assertListable }: ResourceRequest,
  plan: ListPlan,
  { references, counts }: Including,
): Promise<Answer> {
  if (plan.window.by === "all") throw includeNeedsPage("needs a page: give size or limit");
  for (const model of new Set(references.map(({ view }) => view.model))) await assertListable(model);
  const { summary: ofList, items } = await listObjects(context, plan, signal);
  if ("batches" in items) throw includeNeedsPage("is for pages of at most 1,000 objects: give a smaller size or limit");
  const names = namesOf(items);
  const counted = counts.length > 0 && { counts: await countReferrers(context, counts, { names, signal }) };
  const summary = { ...ofList, ...counted };
  if (references.length === 0) return { status: 200, body: wholeListBody(summary, items) };
  return { status: 200, body: includingBody({ summary, items }, includedObjects(context, references, items)) };
}

/** @throws {ApiError} `InvalidQuery` if there are too many. */
function namesOf(items: readonly Uint8Array[]): readonly string[] {
  assertFewItems(items);
  return items.map((data) => parseStored({ data }).metadata.name);
}

function includeNeedsPage(message: string): ApiError {
  return new ApiError("InvalidQuery", `include: ${message}`, {
    errors: [{ path: "include", code: "needsSize", message }],
  });
}

/** What a page is answered with. */
interface Including {
  /** The references to follow. */
  readonly references: readonly OutgoingReference[];
  readonly counts: readonly PlannedCount[];
}

/** A list's query: what the page is answered with, and the rest. */
interface IncludingQuery extends Including {
  readonly query: string;
}

/**
 * Takes the parameter `include` out of a list's query.
 *
 * @throws {ApiError} `InvalidQuery` if it names neither a reference of the model, nor one of another that leads to it.
 */
function readIncludes(context: WriteContext, query: string, related: OtherResources): IncludingQuery {
  const nothing = { references: [], counts: [], query };
  if (!query.includes("include")) return nothing;
  const parameters = new URLSearchParams(query);
  const wanted = parameters.getAll("include");
  if (wanted.length === 0) return nothing;
  const texts = wanted.flatMap((text) => countIn(text) ?? []);
  const counts = planCounts(context, texts, { related });
  const names = wanted.filter((text) => countIn(text) === undefined);
  const references = names.length === 0 ? [] : referencesNamed(context, names, "caller");
  parameters.delete("include");
  return { references, counts, query: parameters.toString() };
}
