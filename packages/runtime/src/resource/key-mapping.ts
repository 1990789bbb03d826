import type { Stored } from "@cmgen/model";
import type { Change } from "@cmgen/store";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { VersionView } from "../version/version-view.js";

/** Which objects of another model a change of an object concerns. */
export interface KeyMapping {
  /** The model whose changes are mapped, in the version that {@link keysOf} reads. */
  readonly model: ModelDescriptor;
  /**
   * The names of the objects concerned. A method, so that mappings of different models can be in one list.
   *
   * @throws what the plugin's function throws.
   */
  keysOf(object: Stored<ExtensionObject>): readonly string[];
}

/** A mapping, and the view that shows stored objects in its version. */
export interface ViewedMapping {
  readonly mapping: KeyMapping;
  readonly view: VersionView;
}

/**
 * The names of the objects that a change concerns: by the state after it, and by the state before it where that concerns others.
 *
 * @throws what the plugin's function throws.
 */
export function keysOfChange(
  { mapping, view }: ViewedMapping,
  { data, previous }: Pick<Change, "data" | "previous">,
): ReadonlySet<string> {
  const states = previous === null || previous.length === 0 ? [data] : [data, previous];
  return new Set(
    states.flatMap((state) => {
      // The store contains only objects of the model.
      const object = view.shownObject(state) as Stored<ExtensionObject>;
      return mapping.keysOf(object);
    }),
  );
}
