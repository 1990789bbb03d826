import { stepsFor, stepsOf, type TableStep } from "../evolve/due-steps.js";
import { throughSteps } from "../evolve/evolve-object.js";
import { IndexedTable } from "../indexes/indexed-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { HistoryView } from "../resource/history/history-view.js";
import { parseStored, type StoredObject } from "../resource/stored-object.js";
import { ConversionError } from "../version/conversion-error.js";
import { VersionView } from "../version/version-view.js";
import type { Service } from "./service.js";

/** What shows the former versions of a model's objects. The model is the version that they are stored as. */
export function createHistoryView(service: Service, model: ModelDescriptor): HistoryView {
  const { store, models } = service;
  const table = new IndexedTable(model, models.length === 0 ? [model] : models);
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  const steps = stepsOf(table);
  return {
    view,
    stored: async ({ schema, data }) => {
      const object = parseStored({ data });
      const own = stepsFor(steps, object);
      // Most models have no steps: then nothing is looked up.
      const places = own.length === 0 ? [] : await store.walks.steps(table.name);
      const later = own.filter(({ key }) => (places.find(({ step }) => step === key)?.place ?? Infinity) > schema);
      return view.stored(later.length === 0 ? object : evolved(model, later, object));
    },
  };
}

function evolved(model: ModelDescriptor, steps: readonly TableStep[], object: StoredObject): StoredObject {
  try {
    return throughSteps(steps, object);
  } catch (cause) {
    const { name, version } = object.metadata;
    const names = steps.map(({ key }) => key).join(", ");
    throw new ConversionError(
      `Version ${version} of the ${model.singular} ${JSON.stringify(name)} cannot be shown: an evolve step fails on it. The service's log has the cause.`,
      new Error(`An evolve step among ${names} failed on version ${version} of the ${model.kind} ${name}`, { cause }),
    );
  }
}
