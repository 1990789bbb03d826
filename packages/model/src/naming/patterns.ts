/**
 * The rules of names as regular expressions in JSON Schema's dialect (ECMA-262 with the `u` flag). Schemas embed these texts and
 * the check functions compile them, so the two cannot disagree. Each is anchored and matches in linear time: no two adjacent
 * quantifiers of one pattern can take the same characters.
 */

/** `metadata.name` (spec 2.2): lowercase letters, digits and `-`, a letter or digit at both ends. */
export const OBJECT_NAME_PATTERN = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$";

/** `metadata.generateName`: the beginning of an object's name, which the service completes. */
export const GENERATE_NAME_PATTERN = "^[a-z0-9][a-z0-9-]*$";

/** A DNS subdomain: parts of an object name's characters, joined by dots (spec 2.1, 2.3). */
export const DNS_SUBDOMAIN_PATTERN = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$";

/** The version of a declaration (spec 9): `v1`, `v1alpha1`, `v2beta3`. */
export const API_VERSION_PATTERN = "^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$";

/** Plural and singular names (spec 2.1): a segment of a path, all lowercase, starting with a letter. */
export const RESOURCE_NAME_PATTERN = "^[a-z]([a-z0-9-]*[a-z0-9])?$";

/** The kind of a declaration: it names types in generated code. */
export const KIND_PATTERN = "^[A-Z][A-Za-z0-9]*$";

/** The part of a qualified name after the `/` (spec 2.3); at most 63 characters. */
const QUALIFIED_NAME_PART = "[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?";
const DNS_SUBDOMAIN_PART = DNS_SUBDOMAIN_PATTERN.slice(1, -1);

/** `<prefix>/<name>`, the prefix optional (spec 2.3): label keys, annotation keys, finalizers. Holds the lengths of both parts. */
export const QUALIFIED_NAME_PATTERN = `^((?=[^/]{1,253}/)${DNS_SUBDOMAIN_PART}/)?${QUALIFIED_NAME_PART}$`;

/** Text that every database can store: neither U+0000 nor half a surrogate pair. */
export const STORABLE_TEXT_PATTERN = "^[^\\u0000\\ud800-\\udfff]*$";

/** The name of an index: what can stand as a key in a selector and before the comma in `sort`. */
export const INDEX_NAME_PATTERN = '^[^\\s\\u0000-\\u001f\\u007f\\ud800-\\udfff,()=!<>"^]+$';

/** Most characters of each sort of name (spec 8); for free text, most Unicode code points. */
export const nameLimits = {
  objectName: 253,
  group: 253,
  apiVersion: 63,
  resourceName: 63,
  kind: 63,
  qualifiedNamePrefix: 253,
  qualifiedNamePart: 63,
  /** `<prefix>/<name>` in all. */
  qualifiedName: 253 + 1 + 63,
  labelValue: 253,
  indexName: 253,
  labels: 256,
  finalizers: 256,
  /** Bytes of UTF-8 of all annotations of an object, keys and values. */
  annotations: 262_144,
} as const;
