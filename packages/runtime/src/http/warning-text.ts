/**
 * The value of a `Warning` header (RFC 7234, 5.5), as Kubernetes sends it: code 299, from an agent without a name.
 *
 * @param text ASCII without line breaks.
 */
export function warningText(text: string): string {
  return `299 - "${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
