import { fullFormats } from "ajv-formats/dist/formats.js";

/** What a compiled validator looks up by a schema's `format`. */
type Format = (typeof fullFormats)[keyof typeof fullFormats];

/** The formats of JSON Schema and OpenAPI, by name, checked in full. Generated validators take them from here. */
export const formats: Readonly<Record<keyof typeof fullFormats, Format>> = fullFormats;
