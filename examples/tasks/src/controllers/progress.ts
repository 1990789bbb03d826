import { defineController } from "@cmgen/runtime";
import { taskModel } from "../generated/v1alpha1/models.js";

/** Writes into each task's status how far it is. */
export default defineController({
  name: "progress",
  model: taskModel,
  async reconcile({ object: { metadata, spec, status }, resource }) {
    const steps = spec.steps ?? [];
    const stepsDone = steps.filter(({ done }) => done === true).length;
    const isDone = steps.length > 0 && stepsDone === steps.length;
    const firstDoneAt = status?.firstDoneAt ?? (isDone ? new Date().toISOString() : undefined);
    const phase = isDone ? "DONE" : "OPEN";
    await resource(taskModel).status.update(
      metadata.name,
      { phase, stepsDone, firstDoneAt: firstDoneAt ?? null },
      { ifMatch: metadata },
    );
  },
});
