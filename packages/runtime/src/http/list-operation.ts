import type { ListPlan } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { planQuery } from "../list/plan-list.js";
import { includingBody, listBody, listObjects, wholeListBody } from "../resource/object-list.js";
import { includedObjects } from "../resource/references/include-objects.js";
import { referencesNamed } from "../resource/references/named-references.js";
import { OtherResources } from "../resource/references/other-resources.js";
import type { OutgoingReference } from "../resource/references/reference-table.js";
import type { WriteContext } from "../resource/write-context.js";
import { aggregate, asksToAggregate } from "./aggregate-operation.js";
import type { Answer } from "./answer.js";
import type { Operation, ResourceRequest } from "./resource-request.js";

/** A list of a model's objects (HTTP API, Lists), perhaps with the objects that they refer to; or counts and sums of them. */
export const listOperation: Operation = { verb: "list", run: list };

async function list(asked: ResourceRequest): Promise<Answer> {
  if (asksToAggregate(asked.query)) return aggregate(asked);
  const { context, signal, assertListable } = asked;
  const { references, query } = readIncludes(context, asked.query);
  const related = new OtherResources(context, "caller");
  const plan = planQuery(context.view.model, query, { visibility: context.access?.scope.visibility, related });
  for (const model of related.used) await assertListable(model);
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

/** A list's query: the references to follow, and the rest. */
interface IncludingQuery {
  readonly references: readonly OutgoingReference[];
  readonly query: string;
}

/**
 * Takes the parameter `include` out of a list's query.
 *
 * @throws {ApiError} `InvalidQuery` if it does not name a reference of the model.
 */
function readIncludes(context: WriteContext, query: string): IncludingQuery {
  if (!query.includes("include")) return { references: [], query };
  const parameters = new URLSearchParams(query);
  const wanted = new Set(parameters.getAll("include"));
  if (wanted.size === 0) return { references: [], query };
  const found = referencesNamed(context, wanted, "caller");
  parameters.delete("include");
  return { references: found, query: parameters.toString() };
}
