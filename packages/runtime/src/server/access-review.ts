import type { ResourceVerb } from "../access/access-definition.js";
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

/** @throws {ApiError} `Invalid` with everything that is wrong. */
export function readQuestions(body: unknown, models: readonly ModelDescriptor[]): readonly Question[] {
  const given = isJsonObject(body) ? memberOf(body, "reviews") : undefined;
  if (!Array.isArray(given) || given.length > MOST_QUESTIONS)
    throw invalidReview([{ path: "/reviews", message: `must be a list of at most ${MOST_QUESTIONS} questions` }]);
  const read = given.map((each: unknown, at) => parseQuestion(each, `/reviews/${at}`, models));
  const problems = read.flatMap((each) => ("problem" in each ? [each.problem] : []));
  if (problems.length > 0) throw invalidReview(problems);
  return read.flatMap((each) => ("problem" in each ? [] : [each]));
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
  const [plural, subresource = ""] = String(of("resource")).split("/");
  const group = of("group");
  const found = models.filter((model) => model.plural === plural && (group === undefined || model.group === group));
  const [model] = found;
  if (model === undefined || new Set(found.map((each) => each.group)).size > 1) {
    const message = "must be the plural of a model; with its group as `group` where two groups have it";
    return { problem: { path: `${path}/resource`, message } };
  }
  const name = of("name") ?? "";
  if (typeof name !== "string") return { problem: { path: `${path}/name`, message: "must be a text" } };
  return { model, verb, subresource, name };
}

function invalidReview(problems: readonly ReviewProblem[]): ApiError {
  const errors = problems.map(({ path, message }) => ({ path, code: "invalid", message }));
  const [first] = problems;
  const more = problems.length > 1 ? ` ${problems.length - 1} more problems are in \`errors\`.` : "";
  return new ApiError("Invalid", `${first?.path ?? ""} ${first?.message ?? ""}.${more}`, { errors });
}
