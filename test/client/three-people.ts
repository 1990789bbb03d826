import { person, type Shown } from "./client-rule.js";

/** Three people of a rule's own. */
export interface ThreePeople {
  /** Selects them. */
  readonly labels: { readonly "a.b/row": string };
  readonly names: readonly [a: string, b: string, c: string];
}

/** Creates a, who is 30 and in team red, b, who is 20 and in team blue, and c, of whom only the name is known. */
export async function createThree({ people, name }: Shown): Promise<ThreePeople> {
  const labels = { "a.b/row": name };
  const names = [`${name}-a`, `${name}-b`, `${name}-c`] as const;
  const [a, b, c] = names;
  const team = (color: string): object => ({ labels: { ...labels, "a.b/team": color } });
  await people.create(person(a, { metadata: team("red"), spec: { age: 30, tags: ["x", "y"] } }));
  await people.create(person(b, { metadata: team("blue"), spec: { age: 20, tags: ["y"] } }));
  await people.create(person(c, { metadata: { labels } }));
  return { labels, names };
}
