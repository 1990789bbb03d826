const PEOPLE = "/apis/people.example.com/v1alpha1/people";

/**
 * Creates people of these names, `<label>-0` and on, with a few kilobytes each.
 *
 * @param word what they are made of; a random one for what cannot be compressed.
 */
export async function createPeople(
  service: string,
  label: string,
  count: number,
  word: (name: string) => string = (name) => name,
): Promise<void> {
  const operations = Array.from({ length: count }, (_, number) => {
    const name = `${label}-${number}`;
    const metadata = {
      name,
      annotations: { "people.example.com/note": Array.from({ length: 400 }, () => word(name)).join(" ") },
    };
    const object = {
      apiVersion: "people.example.com/v1alpha1",
      kind: "Person",
      metadata,
      spec: { name, tags: [label] },
    };
    return { op: "create", object };
  });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ operations }) };
  const response = await fetch(`${service}/apis/-/batch`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
}

/** What a caller remembers of a service. */
export interface Tokens {
  readonly revision: string;
  /** Where the next page begins. */
  readonly next: string;
}

export async function tokensOf(service: string): Promise<Tokens> {
  const response = await fetch(`${service}${PEOPLE}?limit=3`);
  const { metadata } = (await response.json()) as { metadata: { resourceVersion: string; continue: string } };
  return { revision: metadata.resourceVersion, next: metadata.continue };
}

/** The status of a watch that begins at a revision. */
export async function watchFrom(service: string, revision: string): Promise<number> {
  const leave = new AbortController();
  const { status } = await fetch(`${service}${PEOPLE}?watch=true&resourceVersion=${revision}`, {
    signal: leave.signal,
  });
  leave.abort();
  return status;
}

/** The names on the next page that begin with `lost`: what a restored database has not. It goes on from its place. */
export async function lostOnNextPage(service: string, next: string): Promise<readonly string[]> {
  const response = await fetch(`${service}${PEOPLE}?limit=3&continue=${encodeURIComponent(next)}`);
  const { items } = (await response.json()) as { readonly items: readonly { readonly metadata: { name: string } }[] };
  return items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith("lost"));
}
