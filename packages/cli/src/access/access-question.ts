import { ApiProblem, type Transport } from "@cmgen/client";
import { closestName } from "@cmgen/model/closest-name";

import { UsageError } from "../usage-error.js";

/** What is asked: a verb, and what it is about, as it was typed. */
export interface AccessQuestion {
  readonly verb: string;
  /** `people`, `person/bob`, `people/status`, `person/bob/history`; a group stands behind a dot. */
  readonly object: string;
}

const VERBS = ["get", "list", "watch", "create", "update", "delete"];
const SUBRESOURCES = ["status", "history"];

/**
 * Asks the service.
 *
 * @throws {UsageError} for words that mean nothing, to the command or to the service.
 */
export async function askAccess<Answer>(
  transport: Transport,
  question: AccessQuestion,
  { path, bodyOf }: { readonly path: string; readonly bodyOf: (question: object) => object },
): Promise<Answer> {
  assertVerb(question.verb);
  const body = bodyOf({ verb: question.verb, ...subjectOf(question.object) });
  try {
    return await transport.json<Answer>({ method: "POST", path, body });
  } catch (error) {
    throw isAboutResource(error) ? unknownResource(question.object) : error;
  }
}

function assertVerb(verb: string): void {
  if (VERBS.includes(verb)) return;
  const near = closestName(verb, VERBS);
  const guess = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new UsageError(`There is no verb ${JSON.stringify(verb)}.${guess} Verbs: ${VERBS.join(", ")}.`);
}

/** Whether the service does not know what is asked about: it names its own form of the question, which nobody has typed. */
function isAboutResource(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.problem?.errors?.some(({ path }) => path.endsWith("/resource")) === true;
}

function unknownResource(object: string): UsageError {
  return new UsageError(
    `The service has nothing that is called ${JSON.stringify(object)}. Give the plural or singular of a resource, as people, person/bob, ` +
      "people/status or person/bob/history; with its group, as people.people.example.com, where two have the name.",
  );
}

/** A subresource is named by its resource, and by an object. */
function subjectOf(text: string): { readonly resource: string; readonly group?: string; readonly name?: string } {
  const [called = "", ...rest] = text.split("/");
  const [resource = "", ...group] = called.split(".");
  const last = rest.at(-1) ?? "";
  const isBelow = rest.length <= 2 && SUBRESOURCES.includes(last);
  const name = (isBelow ? rest.slice(0, -1) : rest).join("/");
  return {
    resource: isBelow ? `${resource}/${last}` : resource,
    ...(group.length > 0 && { group: group.join(".") }),
    ...(name !== "" && { name }),
  };
}
