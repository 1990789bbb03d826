/** One element of an `Accept` or `Accept-Encoding` header. */
interface Preference {
  readonly value: string;
  /** From 0 to 1; 0 is "not that". */
  readonly quality: number;
}

/** Whether a client that sent this `Accept` takes `type` (RFC 9110, 12.5.1): the most specific range that covers it decides. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept === "*/*" || accept === type || accept.trim() === "") return true;
  const preferences = parsePreferences(accept);
  for (const range of [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"]) {
    const quality = qualityOf(preferences, range);
    if (quality !== undefined) return quality > 0;
  }
  return false;
}

export type ContentCoding = "br" | "gzip";

/** The coding to compress with: the client's favourite (RFC 9110, 12.5.3), Brotli where it has none; nothing where it takes neither. */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const preferences = parsePreferences(acceptEncoding);
  const quality = (coding: string): number => qualityOf(preferences, coding) ?? qualityOf(preferences, "*") ?? 0;
  const br = quality("br");
  const gzip = Math.max(quality("gzip"), qualityOf(preferences, "x-gzip") ?? 0);
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? "br" : "gzip";
}

function qualityOf(preferences: readonly Preference[], value: string): number | undefined {
  return preferences.find((preference) => preference.value === value)?.quality;
}

function parsePreferences(header: string): readonly Preference[] {
  return header.split(",").map((element) => {
    const [value = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf("=") + 1));
    return { value, quality: quality >= 0 && quality <= 1 ? quality : 0 };
  });
}
