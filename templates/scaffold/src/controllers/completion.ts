import { defineController } from "@cmgen/runtime";
import { taskModel } from "../generated/v1alpha1/models.js";

/**
 * Records in the status when a task was done. The service calls this for every task when it starts and after each change, so calling it
 * again must not change the result.
 */
export default defineController({
  name: "completion",
  model: taskModel,
  async reconcile({ object: task, name, resource }) {
    const done = task.spec.done === true;
    const noted = task.status?.completedAt !== undefined;
    if (done === noted) return;
    const completedAt = done ? new Date().toISOString() : null;
    await resource(taskModel).status.update(name, { completedAt }, { ifMatch: task.metadata });
  },
});
