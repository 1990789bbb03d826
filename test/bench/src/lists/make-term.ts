import { absences, CREATED_EVERY, entryLabels, FIRST_CREATED, SCORES, tiers, type Tier } from "../data/bench-entry.js";
import type { Term, TermType } from "./term.js";

/** A term to be made. */
export interface TermRequest {
  /** The part of the objects that it is to match. */
  readonly share: number;
  /** How many objects there are. */
  readonly size: number;
  /** Picks one of a range's forms. */
  readonly form: number;
  /** The types of the selector's terms. Two on one key would depend on each other. */
  readonly types: readonly TermType[];
}

/** Makes a term of a type; undefined if the objects have nothing that this part of them matches. */
export function makeTerm(type: TermType, request: TermRequest): Term | undefined {
  const made = makers[type](request);
  return made === undefined ? undefined : { type, ...made, share: request.share };
}

type Made = Omit<Term, "share" | "type"> | undefined;

const makers: Readonly<Record<TermType, (request: TermRequest) => Made>> = {
  label: ({ share }) => {
    if (share === 1) return { on: "label", key: entryLabels.app, test: "in", values: ["bench"] };
    return withValues({ on: "label", key: entryLabels.tier }, share);
  },
  equality: ({ share }) => withValues({ on: "field", key: "spec.group" }, share),
  multi: ({ share }) => withValues({ on: "field", key: "spec.tags" }, share),
  prefix: ({ share }) => {
    const tier = tierOfShare(share);
    const prefix = share === 1 ? "c-" : share === 0 ? "d-" : tier === undefined ? undefined : `c-${tier}`;
    return prefix === undefined ? undefined : { on: "field", key: "spec.code", test: "startsWith", values: [prefix] };
  },
  range: ({ share, size, form }) => {
    const score = { on: "field", key: "spec.score" } as const;
    if (form % 3 === 0) return { ...score, test: ">=", values: [SCORES * (1 - share)] };
    if (form % 3 === 1) return { ...score, test: "<", values: [SCORES * share] };
    const until = FIRST_CREATED + Math.round(size * share + 1) * CREATED_EVERY;
    return { on: "field", key: "metadata.creationTimestamp", test: "<", values: [new Date(until).toISOString()] };
  },
  notin: ({ share, types }) => {
    const key = tierKeys.find(({ of }) => !types.includes(of))?.key;
    if (key === undefined) return undefined;
    if (share === 0) return { ...key, test: "notIn", values: allTiers };
    if (share === 1) return { ...key, test: "notIn", values: ["none"] };
    const tier = tierOfShare(share);
    return tier === undefined ? undefined : { ...key, test: "notIn", values: allTiers.filter((name) => name !== tier) };
  },
  absent: ({ share }) => {
    const key = absentKey(share);
    return key === undefined ? undefined : { ...key, test: "absent", values: [] };
  },
};

/** What has a tier as its value, beside the type of term that uses it. */
const tierKeys: readonly { readonly of: TermType; readonly key: Pick<Term, "on" | "key"> }[] = [
  { of: "label", key: { on: "label", key: entryLabels.tier } },
  { of: "equality", key: { on: "field", key: "spec.group" } },
  { of: "multi", key: { on: "field", key: "spec.tags" } },
];

const allTiers = Object.keys(tiers) as readonly Tier[];

function tierOfShare(share: number): Tier | undefined {
  return allTiers.find((tier) => tiers[tier] === Math.round(share * 1000));
}

function withValues(key: Pick<Term, "on" | "key">, share: number): Made {
  if (share === 0) return { ...key, test: "in", values: ["none"] };
  if (share === 1) return { ...key, test: "in", values: allTiers };
  const tier = tierOfShare(share);
  return tier === undefined ? undefined : { ...key, test: "in", values: [tier] };
}

function absentKey(share: number): Pick<Term, "on" | "key"> | undefined {
  if (share === 1) return { on: "field", key: "metadata.deletionTimestamp" };
  if (share === 0) return { on: "label", key: entryLabels.app };
  if (share === 0.45) return { on: "label", key: entryLabels.zone };
  const field = Object.entries(absences).find(([, absent]) => absent === Math.round(share * 1000))?.[0];
  return field === undefined ? undefined : { on: "field", key: `spec.${field}` };
}
