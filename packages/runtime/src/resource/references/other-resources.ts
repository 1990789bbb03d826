import { ApiError } from "../../error/api-error.js";
import type { RelatedResource, RelatedResources } from "../../list/plan-filters.js";
import { visibleFields } from "../../list/plan-list.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import type { WriteContext } from "../write-context.js";

/** The resources whose values a list of another one can be selected by. A caller can name no internal ones. */
export class OtherResources implements RelatedResources {
  readonly #context: Pick<WriteContext, "view" | "references" | "access">;
  readonly #by: "plugin" | "caller";
  readonly #used = new Set<ModelDescriptor>();

  constructor(context: Pick<WriteContext, "view" | "references" | "access">, by: "plugin" | "caller") {
    this.#context = context;
    this.#by = by;
  }

  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  /** Makes a plan that finds them. What is wrong with it is only for those who may list them, too. */
  async plan<Plan>(make: () => Plan, assertListable: (model: ModelDescriptor) => Promise<void>): Promise<Plan> {
    try {
      return make();
    } finally {
      for (const model of this.#used) await assertListable(model);
    }
  }

  names(): Iterable<string> {
    const { view: own, references, access } = this.#context;
    return references.table.relatedTo(own.model).flatMap(({ name, view }) => {
      if (this.#by === "caller" && view.model.internal === true) return [];
      return access !== undefined && access.to(view, { verb: "list" }).scope.isEmpty ? [] : [name];
    });
  }

  /** @throws {ApiError} `Forbidden` for one of which the caller can list nothing. */
  find(name: string): RelatedResource | undefined {
    const { view: own, references, access } = this.#context;
    const view = references.table.related(own.model, name);
    if (view === undefined || (this.#by === "caller" && view.model.internal === true)) return undefined;
    const { model } = view;
    this.#used.add(model);
    const listing = access?.to(view, { verb: "list" });
    if (access !== undefined && listing?.scope.isEmpty === true)
      throw new ApiError(
        "Forbidden",
        `No role of ${JSON.stringify(access.caller.name)} allows to list ${model.plural}.`,
      );
    const visibility = listing?.visibility;
    return { model, fields: visibleFields(model, visibility), rows: visibility?.rows };
  }
}
