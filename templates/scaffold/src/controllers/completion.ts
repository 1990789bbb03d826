import { defineController } from "@cmgen/runtime";
import { taskModel } from "../generated/v1alpha1/task/descriptor.js";

/**
 * Notes in the status when a task was done. Called for every task at start and after changes, so it must come to the same end however
 * often it is called.
 */
export default defineController({
  name: "completion",
  model: taskModel,
  async reconcile(task, context) {
    const done = task.spec.done === true;
    const noted = task.status?.completedAt !== undefined;
    if (done === noted) return;
    const { name, version } = task.metadata;
    const status = done ? { completedAt: new Date().toISOString() } : {};
    await context.resource(taskModel).updateStatus({ metadata: { name, version }, status });
  },
});
