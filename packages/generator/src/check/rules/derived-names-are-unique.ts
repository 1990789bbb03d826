import { diagnose } from "../../diagnostic/diagnose.js";
import { type DerivedName, derivedNames } from "../../emit/derived-names.js";
import type { Rule } from "../rule.js";

/**
 * Within one version no name that generated code derives from a kind, a plural or a type is that of something else, as `OrderInput` is of
 * the input type of `Order` and of a kind of that name. Kinds that are those of lists, and kinds and plurals that two models share, have
 * rules of their own.
 */
export const derivedNamesAreUnique: Rule = function* ({ project, config: { react = false } }) {
  const reported = new Set<string>();
  for (const [place, names] of derivedNames(project, { react })) {
    const first = new Map<string, DerivedName>();
    for (const found of names) {
      const other = first.get(found.name);
      if (other === undefined) first.set(found.name, found);
      else if (!isOfOtherRule(other, found)) {
        // Two that share one name often share those that are derived from it, too.
        const pair = JSON.stringify([other, found].map(({ span, what }) => span ?? what));
        if (reported.has(pair)) continue;
        reported.add(pair);
        yield diagnose("CM2050", found.span ?? other.span, {
          name: found.name,
          place,
          first: other.what,
          second: found.what,
          how: howToRename(found, other),
        });
      }
    }
  }
};

function isOfOtherRule(one: DerivedName, other: DerivedName): boolean {
  if (one.slot === other.slot) return one.isOnlyHere !== true || one.what === other.what;
  return [one, other].some(({ slot }) => slot === "list") && [one, other].some(({ slot }) => slot === "object");
}

/** What a name is made from. */
function givenBy({ slot }: DerivedName): string {
  return ["client", "createClient", "hook", "group"].includes(slot) ? "plural" : "kind";
}

function howToRename(...names: readonly DerivedName[]): string {
  const [group] = names.flatMap(({ endpoints = [] }) => endpoints);
  if (group !== undefined) return `Give it another name with \`typeNames: { "${group}": "…" }\` in cmgen.config.ts.`;
  return names.some(({ slot }) => slot === "type")
    ? "Rename the type, or give it another name in generated code with `typeNames` in cmgen.config.ts."
    : `Give one of the models another ${[...new Set(names.map(givenBy))].join(" or another ")}.`;
}
