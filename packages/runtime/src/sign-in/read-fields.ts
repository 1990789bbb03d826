import type { IncomingMessage } from "node:http";
import { isJsonObject, memberOf } from "../document/json-object.js";
import { parseJson } from "../document/parse-json.js";
import { type DocumentTypes, readDocument } from "../http/read-document.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";

/** Names, addresses and passwords, and no more. */
const MAX_BODY_BYTES = 16_384;
const MAX_VALUES = 32;

const json: DocumentTypes = new Map([["application/json", parseJson]]);

/** The longest text of a member, in UTF-16 code units. */
const MAX_LENGTH = 2048;

/** Whether each member must be there. */
type Fields = Readonly<Record<string, "required" | "optional">>;

type Values<Given extends Fields> = {
  readonly [Name in keyof Given]: Given[Name] extends "required" ? string : string | undefined;
};

/**
 * Reads a body whose members are texts.
 *
 * @throws {ApiError} `Invalid` with all that is wrong with it; else as the body of an object.
 */
export async function readFields<const Given extends Fields>(
  { request }: { readonly request: IncomingMessage },
  fields: Given,
): Promise<Values<Given>> {
  const { value } = await readDocument(request, { types: json, maxBytes: MAX_BODY_BYTES, maxValues: MAX_VALUES });
  if (!isJsonObject(value)) throw invalid([{ path: "", keyword: "type", message: "must be an object" }], "The body");
  const broken = [
    ...Object.keys(value)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name): BrokenRule => ({
        path: `/${name}`,
        keyword: "additionalProperties",
        message: "is not a known member",
      })),
    ...Object.entries(fields).flatMap(([name, need]) => problemsOf(`/${name}`, memberOf(value, name), need)),
  ];
  if (broken.length > 0) throw invalid(broken, "The body");
  // Each member is a text or absent, as was just checked.
  return Object.fromEntries(Object.keys(fields).map((name) => [name, memberOf(value, name)])) as Values<Given>;
}

function problemsOf(path: string, value: unknown, need: "required" | "optional"): readonly BrokenRule[] {
  if (value === undefined) return need === "optional" ? [] : [{ path, keyword: "required", message: "is required" }];
  if (typeof value !== "string") return [{ path, keyword: "type", message: "must be a string" }];
  if (value.length > MAX_LENGTH)
    return [{ path, keyword: "maxLength", message: `must have at most ${MAX_LENGTH} characters` }];
  return value.isWellFormed() ? [] : [{ path, keyword: "type", message: "must be well-formed Unicode" }];
}
