import { printPointer } from "@cmgen/model/internal";
import type { FieldMask } from "../../document/field-mask.js";
import { withKeptFields } from "../../document/kept-fields.js";
import { sealed } from "../../document/sealed-fields.js";
import { ApiError } from "../../error/api-error.js";
import type { ApplyPatch } from "../patch-object.js";
import type { MakeDraft } from "../sent-draft.js";

/** A patch of somebody who is not shown some fields. */
interface ShownPatch {
  readonly apply: ApplyPatch;
  /** Whether it writes lists as a whole. */
  readonly isMerge: boolean;
}

/**
 * The patch as it applies to an object with hidden fields: it can set and remove them, but neither tests them nor copies them to where they
 * would be shown. What it leaves alone keeps its value.
 */
export function patchOfShown(mask: FieldMask | undefined, { apply, isMerge }: ShownPatch): MakeDraft {
  if (mask === undefined) return (document) => ({ body: apply(document), secrets: [] });
  const { tree } = mask;
  return (document) => {
    const { object, unsealed } = sealed(document, tree);
    const opened = unsealed(apply(object));
    if (opened === undefined) throw copiesHidden();
    const body = isMerge ? withKeptFields({ sent: opened.object, stored: document }, tree, "items") : opened.object;
    return { body, secrets: opened.sent.map(printPointer) };
  };
}

function copiesHidden(): ApiError {
  const message = "copies a field that is not shown to where it would be";
  return new ApiError("Invalid", `The patch cannot be applied: it ${message}.`, {
    errors: [{ path: "", code: "patch", message }],
  });
}
