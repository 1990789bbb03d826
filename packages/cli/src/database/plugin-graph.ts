import type { ModelDescriptor, Plugin } from "@cmgen/runtime/database";

import type { Graph, GraphEdge, GraphNode } from "../graph/graph.js";

/** Draws up what plugins of one service are made of. */
export function pluginGraph(plugins: readonly Plugin[]): Graph {
  const models = plugins.flatMap(({ resources }) => resources.map(({ model }) => model));
  const controllers = plugins.flatMap((plugin) =>
    plugin.controllers.map((controller) => ({ ...controller, id: idOf("c", plugin.name, controller.name) })),
  );
  const ofControllers = controllers.flatMap(({ id, model, watches = [] }): readonly GraphEdge[] => [
    { from: id, to: idOfModel(model), label: "reconciles", form: "reconciles" },
    ...watches.map((watch) => ({ from: id, to: idOfModel(watch.model), label: "watches", form: "watches" as const })),
  ]);
  return {
    nodes: [
      ...models.map(nodeOf),
      ...controllers.map(({ id, name }): GraphNode => ({ id, form: "controller", title: name, lines: ["controller"] })),
    ],
    edges: [...models.flatMap((model) => referencesOf(model, models)), ...ofControllers],
  };
}

function nodeOf(model: ModelDescriptor): GraphNode {
  const indexes = model.indexes.map(({ name, unique, multi }) => {
    const facts = [...(unique ? ["unique"] : []), ...(multi ? ["several values"] : [])];
    return `${name}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
  });
  return {
    id: idOfModel(model),
    form: "model",
    title: model.kind,
    lines: [`${model.group}/${model.version}`, ...indexes],
  };
}

/** References to models that the service does not have lead nowhere, and are left out. */
function referencesOf(model: ModelDescriptor, models: readonly ModelDescriptor[]): readonly GraphEdge[] {
  return (model.references ?? []).flatMap(({ index, target: { kind, apiVersion }, onDelete }) => {
    const referred = models.find((each) => each.kind === kind && `${each.group}/${each.version}` === apiVersion);
    if (referred === undefined) return [];
    const label = `${index} (${onDelete})`;
    return [{ from: idOfModel(model), to: idOfModel(referred), label, form: "reference" as const }];
  });
}

function idOfModel({ group, version, kind }: Pick<ModelDescriptor, "group" | "version" | "kind">): string {
  return idOf("m", group, version, kind);
}

/** Different for different names: what is no letter or digit is spelled out. */
function idOf(...names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[^A-Za-z0-9]/g, (at) => `_${at.charCodeAt(0).toString(16)}`)).join("__");
}
