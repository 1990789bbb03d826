import { componentRef } from "./component-ref.js";
import type { Header, Response } from "./document.js";

/** Headers of responses, by the name of their component. */
export const sharedHeaders = {
  ETag: {
    description: "Names this state of this object: what `If-Match` and `If-None-Match` take. Opaque.",
    required: true,
    schema: { type: "string", examples: ['"0b6ea1f1-9f5c-4e39-8d0a-3f7b1c2d4e5f.1.v1"'] },
  },
  Location: {
    description: "Path of the object, if the request created it.",
    schema: { type: "string", format: "uri-reference" },
  },
  RetryAfter: {
    description: "Seconds after which to try again, with 429 and 503.",
    schema: { type: "integer", minimum: 0 },
  },
  Warning: {
    description: "If the object is deleted but finalizers hold it: since when, and which they are. For people to read.",
    schema: { type: "string" },
  },
} as const satisfies Readonly<Record<string, Header>>;

/** Where a version is deprecated, each of its answers has a warning. */
export const warningOfDeprecated: Header = {
  description: `If the version is deprecated: what to use instead. ${sharedHeaders.Warning.description}`,
  schema: { type: "string" },
};

/** Responses without a body. */
export const sharedResponses = {
  Exists: { description: "There is such an object.", headers: { ETag: componentRef("headers", "ETag") } },
  NotModified: {
    description: "The object still has the entity tag of `If-None-Match`.",
    headers: { ETag: componentRef("headers", "ETag") },
  },
} as const satisfies Readonly<Record<string, Response>>;
