-- ForgetIndexes
DELETE FROM "cmgen_indexes" WHERE "table" = 'tasks_example_com_tasks' AND "index" = 'stepsLeft';
DELETE FROM "cmgen_indexes" WHERE "table" = 'tasks_example_com_tasks' AND "index" = 'remindsAt';
DELETE FROM "cmgen_indexes" WHERE "table" = 'tasks_example_com_tasks' AND "index" = 'isUrgent';

-- AlterTable
ALTER TABLE "tasks_example_com_tasks" ADD COLUMN     "x_is_urgent" BOOLEAN,
ADD COLUMN     "x_reminds_at" BIGINT,
ADD COLUMN     "x_steps_left" DOUBLE PRECISION;

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_steps_left_id_idx" ON "tasks_example_com_tasks"("x_steps_left" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_reminds_at_id_idx" ON "tasks_example_com_tasks"("x_reminds_at" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_is_urgent_id_idx" ON "tasks_example_com_tasks"("x_is_urgent" NULLS FIRST, "id");
