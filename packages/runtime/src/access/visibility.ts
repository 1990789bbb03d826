import type { ShownIn } from "../list/list-fields.js";
import type { Visibility } from "../list/plan-list.js";
import type { Scope } from "./scope.js";

/** What a caller can find of the objects that it reads; undefined where that is everything. */
export function readingVisibility(scope: Scope): Visibility | undefined {
  if (scope.isWhole) return undefined;
  return {
    rows: scope.rows,
    whereIndexIsShown: (index) => scope.whereIndexIsShown(index),
    whereLabelIsShown: (key) => scope.whereLabelIsShown(key),
    key: scope.key,
  };
}

/**
 * What a caller can find when it does something other than reading, such as deleting. Without a selector that is every object the rule covers,
 * but a selector only matches what the caller may read: otherwise the outcome would reveal hidden values.
 */
export function selectingVisibility(scope: Scope, sight: Scope): Visibility | undefined {
  if (scope.isWhole && sight.isWhole && !sight.isEmpty) return undefined;
  const read = (shownIn: ShownIn | undefined): ShownIn | undefined => {
    if (shownIn !== undefined || sight.rows === undefined) return shownIn;
    return { rows: sight.rows, hiddenBy: [] };
  };
  return {
    rows: scope.rows,
    whereIndexIsShown: (index) => read(sight.whereIndexIsShown(index)),
    whereLabelIsShown: (key) => read(sight.whereLabelIsShown(key)),
    key: JSON.stringify([scope.key, sight.key]),
  };
}
