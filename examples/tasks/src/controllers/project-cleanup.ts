import { defineController } from "@cmgen/runtime";
import { projectModel, taskModel } from "../generated/v1alpha1/models.js";

/** Holds a project that is being deleted until its tasks are gone. */
export default defineController({
  name: "project-cleanup",
  model: projectModel,
  watches: [{ model: taskModel, key: (task) => task.spec.project }],
  finalizer: {
    name: "tasks.example.com/has-tasks",
    async cleanup({
      object: {
        metadata: { name },
      },
      resource,
    }) {
      const tasksLeft = await resource(taskModel).count({ where: { "spec.project": name } });
      if (tasksLeft === 0) return;
      await resource(projectModel).status.update(name, { tasksLeft });
      // Should no change of a task wake it before.
      return { requeueAfter: "1m" };
    },
  },
  async reconcile() {},
});
