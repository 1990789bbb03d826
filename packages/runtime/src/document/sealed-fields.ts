import { randomUUID } from "node:crypto";
import { hiddenPlaces, type Place, replaceHidden } from "./hidden-places.js";
import type { HiddenBelow } from "./field-path.js";

/** A changed object, with its hidden values back in their places. */
export interface Unsealed {
  readonly object: unknown;
  /** Where a hidden field has another value than its own: one that was sent, none, or that of another field. */
  readonly sent: readonly Place[];
}

/** An object whose hidden fields have seals in their places, which nobody can guess. */
export interface Sealed {
  readonly object: unknown;
  /**
   * Puts the values back where their seals are, wherever the items of lists have gone.
   *
   * @returns undefined if a seal is where the field would be shown, or is part of a text.
   */
  readonly unsealed: (changed: unknown) => Unsealed | undefined;
}

/**
 * Seals the hidden fields of an object for a patch of somebody who is not shown them: it can set and remove them, and learns nothing by testing or
 * copying them.
 */
export function sealed(object: unknown, tree: HiddenBelow): Sealed {
  const prefix = `hidden ${randomUUID()} `;
  const values = new Map<unknown, { readonly value: unknown; readonly field: string }>();
  const sealedObject = replaceHidden(object, tree, (value, place) => {
    const text = `${prefix}${values.size}`;
    values.set(text, { value, field: fieldOf(place) });
    return text;
  });
  return {
    object: sealedObject,
    unsealed: (changed) => {
      const sent = hiddenPlaces(changed, tree).filter(
        ({ place, value }) => values.get(value)?.field !== fieldOf(place),
      );
      const opened = replaceHidden(changed, tree, (value) => (values.has(value) ? values.get(value)?.value : value));
      const isLeft = values.size > 0 && JSON.stringify(opened).includes(prefix);
      return isLeft ? undefined : { object: opened, sent: sent.map(({ place }) => place) };
    },
  };
}

/** The field at a place, whichever items of lists it is in. */
function fieldOf(place: Place): string {
  return JSON.stringify(place.filter((step) => typeof step === "string"));
}
