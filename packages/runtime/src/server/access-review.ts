import type { ResourceVerb } from "../access/access-definition.js";
import type { Asked } from "../access/object-access.js";
import { isJsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";

/** Questions that are answered at once. */
const MOST_QUESTIONS = 1000;

/** "May I …?" */
export interface Question {
  readonly model: ModelDescriptor;
  readonly verb: ResourceVerb;
  readonly subresource: string;
  /** Empty for any object. */
  readonly name: string;
}

const VERBS: readonly ResourceVerb[] = ["get", "list", "watch", "create", "update", "delete"];

/** "May I call …?": an endpoint by its method and path, as it is declared. */
export interface EndpointQuestion {
  readonly endpoint: string;
}

/** @throws {ApiError} `Invalid` with everything that is wrong. */
export function readQuestions(
  body: unknown,
  models: readonly ModelDescriptor[],
): readonly (Question | EndpointQuestion)[] {
  const given = isJsonObject(body) ? memberOf(body, "reviews") : undefined;
  if (!Array.isArray(given) || given.length > MOST_QUESTIONS)
    throw invalidReview([{ path: "/reviews", message: `must be a list of at most ${MOST_QUESTIONS} questions` }]);
  const read = given.map((each: unknown, at) => parseEndpoint(each) ?? parseQuestion(each, `/reviews/${at}`, models));
  const problems = read.flatMap((each) => ("problem" in each ? [each.problem] : []));
  if (problems.length > 0) throw invalidReview(problems);
  return read.flatMap((each) => ("problem" in each ? [] : [each]));
}

function parseEndpoint(given: unknown): EndpointQuestion | undefined {
  const endpoint = isJsonObject(given) ? memberOf(given, "endpoint") : undefined;
  return typeof endpoint === "string" ? { endpoint } : undefined;
}

interface ReviewProblem {
  readonly path: string;
  readonly message: string;
}

/** @throws {ApiError} `Invalid` for one that cannot be read. */
export function readQuestion(given: unknown, models: readonly ModelDescriptor[]): Question {
  const read = parseQuestion(given, "", models);
  if ("problem" in read) throw invalidReview([read.problem]);
  return read;
}

function parseQuestion(
  given: unknown,
  path: string,
  models: readonly ModelDescriptor[],
): Question | { readonly problem: ReviewProblem } {
  const of = (name: string): unknown => (isJsonObject(given) ? memberOf(given, name) : undefined);
  const verb = VERBS.find((each) => each === of("verb"));
  if (verb === undefined) return { problem: { path: `${path}/verb`, message: `must be one of ${VERBS.join(", ")}` } };
  const [called = "", subresource = ""] = String(of("resource")).split("/");
  const model = meantModel(models, called, of("group"));
  if (model === undefined) {
    const message = "must be the plural or singular of a model; with its group as `group` where two groups have it";
    return { problem: { path: `${path}/resource`, message } };
  }
  if (!hasSubresource(model, subresource))
    return {
      problem: {
        path: `${path}/resource`,
        message: `must be of ${model.plural} itself, or what it has below an object`,
      },
    };
  const name = of("name") ?? "";
  if (typeof name !== "string") return { problem: { path: `${path}/name`, message: "must be a text" } };
  return { model, verb, subresource, name };
}

/** The model that is called so in one group alone; a plural comes before a singular that is equal to it. */
function meantModel(models: readonly ModelDescriptor[], called: string, group: unknown): ModelDescriptor | undefined {
  const here = models.filter((model) => group === undefined || model.group === group);
  const plurals = here.filter(({ plural }) => plural === called);
  const found = plurals.length > 0 ? plurals : here.filter(({ singular }) => singular === called);
  return new Set(found.map((each) => each.group)).size === 1 ? found[0] : undefined;
}

function hasSubresource(model: ModelDescriptor, subresource: string): boolean {
  if (subresource === "history") return (model.storage ?? model).history !== undefined;
  return subresource === "" || (subresource === "status" && model.hasStatus !== false);
}

/** What rules must allow for a question. */
export type Needed = readonly [asked: Required<Asked>, ...besides: Required<Asked>[]];

/** A status is read with the object, and a history only by anyone who may read the object as well. */
export function neededFor({ verb, subresource }: Pick<Question, "verb" | "subresource">): Needed {
  const asked = { verb, subresource };
  const ofObject = { verb, subresource: "" };
  if (subresource === "history") return [{ ...ofObject, verb: "get" }, asked];
  return [subresource === "status" && verb === "get" ? ofObject : asked];
}

function invalidReview(problems: readonly ReviewProblem[]): ApiError {
  const errors = problems.map(({ path, message }) => ({ path, code: "invalid", message }));
  const [first] = problems;
  const more = problems.length > 1 ? ` ${problems.length - 1} more problems are in \`errors\`.` : "";
  return new ApiError("Invalid", `${first?.path ?? ""} ${first?.message ?? ""}.${more}`, { errors });
}
