/**
 * Stands in for `@redocly/openapi-core/lib/ref-utils.js` when openapi-typescript is bundled: the two small functions that it uses. The
 * package itself loads documents, also from addresses, and brings a dozen others.
 */
export function parseRef(ref) {
  const [uri, pointer = ""] = ref.split("#/", 2);
  return { uri: uri.endsWith("#") ? uri.slice(0, -1) : uri || null, pointer: parsePointer(pointer) };
}

export function escapePointer(fragment) {
  return typeof fragment === "string" ? fragment.replaceAll("~", "~0").replaceAll("/", "~1") : fragment;
}

function parsePointer(pointer) {
  return pointer.split("/").map(unescapePointer).filter(Boolean);
}

function unescapePointer(fragment) {
  const decoded = fragment.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(decoded);
  } catch {
    return decoded; // A percent sign that encodes nothing.
  }
}
