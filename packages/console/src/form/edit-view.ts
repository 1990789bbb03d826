/** How an object is edited: by a form, as YAML, or by both, one beside the other. */
export type EditView = "form" | "yaml" | "both";

export const EDIT_VIEWS: readonly EditView[] = ["form", "yaml", "both"];

const KEY = "cmgen-console-edit-view";
/** Two editors beside each other need this much. */
const WIDE = "(min-width: 64rem)";

/** How the user edited last; at first both where there is room. */
export function readEditView(): EditView {
  const isWide = matchMedia(WIDE).matches;
  const kept = EDIT_VIEWS.find((each) => each === keptView());
  if (kept === undefined) return isWide ? "both" : "form";
  return kept === "both" && !isWide ? "form" : kept;
}

export function keepEditView(view: EditView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Where nothing may be kept, nothing is.
  }
}

function keptView(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
