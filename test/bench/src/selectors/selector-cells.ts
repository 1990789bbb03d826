import { authorsOf, commonWords, rareWord } from "../data/bench-article.js";
import { benchEntry, SCORES, tiers, type Tier } from "../data/bench-entry.js";
import type { Cell, Sort } from "../lists/matrix.js";
import type { Term } from "../lists/term.js";
import { followeesOf, type Follower } from "./followers.js";

/** What the bench is about. */
export const kinds = ["alternatives", "contains", "values of others"] as const;
export type Kind = (typeof kinds)[number];

/** A selector as a client writes it, its terms, and about which part of the objects it matches. */
interface Selector {
  readonly kind: Kind;
  readonly text: string;
  readonly terms: readonly Term[];
}

export interface SelectorCell extends Cell {
  readonly kind: Kind;
}

/** All cells among `size` articles: each selector in two orders, with a total and without, cold and asked before. */
export function selectorCells(size: number, followTable: string): readonly SelectorCell[] {
  return [...alternatives(size), ...searches, ...valuesOfOthers(size, followTable)].flatMap(({ kind, text, terms }) =>
    sorts.flatMap((sort) =>
      [true, false].flatMap((total) =>
        (["cold", "asked before"] as const).map((state): SelectorCell => ({
          kind,
          terms,
          fieldSelector: text,
          match: "1 %",
          sort,
          window: "page 1",
          total,
          state,
        })),
      ),
    ),
  );
}

const sorts: readonly Sort[] = [
  { field: "metadata.creationTimestamp", descending: true, nullable: false },
  { field: "spec.score", descending: false, nullable: false },
];

const ofTier = (key: string, tier: Tier): Term => plain(`spec.${key}`, [tier], tiers[tier] / 1000);
const group = (tier: Tier): Term => ofTier("group", tier);
const tag = (tier: Tier): Term => ofTier("tags", tier);
const code = (tier: Tier): Term => ({
  ...plain("spec.code", [`c-${tier}`], tiers[tier] / 1000),
  test: "startsWith",
});
const owner = (...numbers: readonly number[]): Term =>
  plain(
    "spec.owner",
    numbers.map((number) => `owner-${number}`),
    numbers.length * 0.0095,
  );

function plain(key: string, values: Term["values"], share: number): Term {
  return { type: "equality", on: "field", key, test: "in", values, share };
}

function anyOf(...any: readonly (readonly Term[])[]): Term {
  const shareOf = (terms: readonly Term[]): number => terms.reduce((product, { share }) => product * share, 1);
  const share = Math.min(
    1,
    any.reduce((sum, terms) => sum + shareOf(terms), 0),
  );
  return { ...plain("", [], share), any };
}

/** Every tier but `a` is in the alternatives that exclude it. */
function alternatives(size: number): readonly Selector[] {
  const own = String(benchEntry({ number: 77, size }).indexValues.get("spec.code")?.[0]);
  const one = plain("spec.code", [own], 1 / size);
  const author = plain("spec.author", ["author-7"], 1 / authorsOf(size));
  const least: Term = { ...plain("spec.score", [SCORES / 1000], 0.001), test: "<" };
  const oldest: Term = { ...plain("spec.age", [148], 2 / 150), test: ">=" };
  const notA: Term = { ...group("a"), test: "notIn", share: 0.55 };
  const owners = Array.from({ length: 10 }, (_, number) => number);
  return (
    [
      [`(spec.code=${own}|spec.author=author-7)`, [anyOf([one], [author])]],
      [`(spec.code=${own}|spec.group=e)`, [anyOf([one], [group("e")])]],
      ["(spec.group=a|spec.tags=b)", [anyOf([group("a")], [tag("b")])]],
      ["(spec.group=a|spec.author=author-7)", [anyOf([group("a")], [author])]],
      ["(spec.score<1000|spec.age>=148)", [anyOf([least], [oldest])]],
      [
        `(${owners.map((number) => `spec.owner=owner-${number}`).join("|")})`,
        [anyOf(...owners.map((number) => [owner(number)]))],
      ],
      [
        "(spec.group=a,spec.author=author-7|spec.tags=a,spec.code^=c-f)",
        [anyOf([group("a"), author], [tag("a"), code("f")])],
      ],
      [
        "(spec.author=author-7,spec.group=a|spec.owner=owner-7,spec.tags=a)",
        [anyOf([author, group("a")], [owner(7), tag("a")])],
      ],
      ["(spec.group=a,spec.tags=b|spec.group=b,spec.tags=a)", [anyOf([group("a"), tag("b")], [group("b"), tag("a")])]],
      [
        "(spec.group=a,spec.owner=nobody|spec.tags=a,spec.code^=d-)",
        [anyOf([group("a"), none("spec.owner")], [tag("a"), none("spec.owner")])],
      ],
      ["spec.author=author-7,(spec.group=a|spec.tags=b)", [author, anyOf([group("a")], [tag("b")])]],
      ["spec.group=a,(spec.tags=e|spec.owner=owner-7)", [group("a"), anyOf([tag("e")], [owner(7)])]],
      [
        "(spec.group=a|spec.tags=b),(spec.owner=owner-7|spec.code^=c-e)",
        [anyOf([group("a")], [tag("b")]), anyOf([owner(7)], [code("e")])],
      ],
      [`(spec.group!=a|spec.code=${own})`, [anyOf([notA], [one])]],
      ["(spec.group!=a,spec.tags=b|spec.owner=owner-7)", [anyOf([notA, tag("b")], [owner(7)])]],
    ] as const
  ).map(([text, terms]) => ({ kind: "alternatives", text, terms }));
}

function none(key: string): Term {
  return plain(key, ["nobody"], 0);
}

const WORDS = "spec.text.words";
const word = (text: keyof typeof commonWords): Term => plain(WORDS, [text], commonWords[text] / 1000);
/** The last word of a text may go on. */
const begun = (text: string, share: number): Term => ({ ...plain(WORDS, [text], share), test: "startsWith" });
const begunWord = (text: keyof typeof commonWords): Term => begun(text, commonWords[text] / 1000);
const rare = rareWord(4711);

const searches: readonly Selector[] = (
  [
    [rare, [begun(rare, 0.00012)]],
    ["comet", [begunWord("comet")]],
    ["violin", [begunWord("violin")]],
    ["garden", [begunWord("garden")]],
    ["nobodysword", [begun("nobodysword", 0)]],
    ["garden winter", [word("garden"), begunWord("winter")]],
    ["garden winter harbour", [word("garden"), word("winter"), begunWord("harbour")]],
    ["violin harbour", [word("violin"), begunWord("harbour")]],
    [`garden ${rare}`, [word("garden"), begun(rare, 0.00012)]],
    [rare.slice(0, 5), [begun(rare.slice(0, 5), 0.0013)]],
    [rare.slice(0, 2), [begun(rare.slice(0, 2), 0.06)]],
    ["garden win", [word("garden"), begun("win", 0.2)]],
  ] as const
)
  .map(([text, terms]): Selector => ({ kind: "contains", text: `${WORDS} contains "${text}"`, terms }))
  .concat([
    {
      kind: "contains",
      text: `spec.group=a,${WORDS} contains "violin"`,
      terms: [group("a"), begunWord("violin")],
    },
    {
      kind: "contains",
      text: `(${WORDS} contains "garden comet"|spec.owner=owner-7)`,
      terms: [anyOf([word("garden"), begunWord("comet")], [owner(7)])],
    },
  ]);

function valuesOfOthers(size: number, table: string): readonly Selector[] {
  const followed = (follower: Follower, test: "in" | "notIn"): Term => {
    const share = followeesOf(follower, size) / authorsOf(size);
    const among = `SELECT f.x_spec_followee FROM "${table}" f WHERE f.x_spec_follower = '${follower}'`;
    return { ...plain("spec.author", [], test === "in" ? share : 1 - share), test, among };
  };
  const text = (follower: Follower, operator: "in" | "notin"): string =>
    `spec.author ${operator} follows(spec.follower=${follower}).spec.followee`;
  return (
    [
      [text("nobody", "in"), [followed("nobody", "in")]],
      [text("few", "in"), [followed("few", "in")]],
      [text("hundred", "in"), [followed("hundred", "in")]],
      [text("tenth", "in"), [followed("tenth", "in")]],
      [text("half", "in"), [followed("half", "in")]],
      [text("few", "notin"), [followed("few", "notIn")]],
      [text("half", "notin"), [followed("half", "notIn")]],
      [`spec.group=a,${text("few", "in")}`, [group("a"), followed("few", "in")]],
      [`spec.group=a,${text("half", "in")}`, [group("a"), followed("half", "in")]],
      [`(${text("few", "in")}|spec.tags=e)`, [anyOf([followed("few", "in")], [tag("e")])]],
    ] as const
  ).map(([selector, terms]) => ({ kind: "values of others", text: selector, terms }));
}
