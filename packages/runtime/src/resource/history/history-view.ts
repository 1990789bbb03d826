import type { HistoryVersion } from "@cmgen/store";
import type { VersionView } from "../../version/version-view.js";
import type { StoredObject } from "../stored-object.js";

/** Shows versions of objects that were stored under other schemas. */
export interface HistoryView {
  /** That of the version that objects are stored as. */
  readonly view: VersionView;
  /**
   * A version as it would be stored today: through the evolve steps that came after it, converted, with its defaults.
   *
   * @throws {ConversionError} if a step or a conversion fails on it.
   */
  stored(version: Pick<HistoryVersion, "schema" | "data">): Promise<StoredObject>;
}
