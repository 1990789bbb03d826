-- DropIndex
DROP INDEX "tasks_example_com_projects_created_at_name_idx";

-- DropIndex
DROP INDEX "tasks_example_com_tasks_created_at_name_idx";

-- DropIndex
DROP INDEX "tasks_example_com_tasks_x_spec_project_name_idx";

-- DropIndex
DROP INDEX "tasks_example_com_tasks_x_spec_priority_name_idx";

-- DropIndex
DROP INDEX "tasks_example_com_tasks_x_spec_planned_end_name_idx";

-- DropIndex
DROP INDEX "tasks_example_com_tasks_x_spec_attachment_bytes_name_idx";

-- DropIndex
DROP INDEX "tasks_example_com_tasks_x_status_phase_name_idx";

-- AlterTable
ALTER TABLE "tasks_example_com_projects" ADD COLUMN "schema" INTEGER;
ALTER TABLE "tasks_example_com_projects" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "tasks_example_com_tasks" ADD COLUMN "schema" INTEGER;
ALTER TABLE "tasks_example_com_tasks" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "mark" INTEGER;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN "mark" INTEGER;

-- CreateIndex
CREATE INDEX "tasks_example_com_projects_created_at_id_idx" ON "tasks_example_com_projects"("created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_created_at_id_idx" ON "tasks_example_com_tasks"("created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_project_id_idx" ON "tasks_example_com_tasks"("x_spec_project", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_priority_id_idx" ON "tasks_example_com_tasks"("x_spec_priority", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_planned_end_id_idx" ON "tasks_example_com_tasks"("x_spec_planned_end", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_attachment_bytes_id_idx" ON "tasks_example_com_tasks"("x_spec_attachment_bytes", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_status_phase_id_idx" ON "tasks_example_com_tasks"("x_status_phase", "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "tasks_example_com_projects" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tasks_example_com_projects' AND (e."state" = 'done' OR e."position" >= "tasks_example_com_projects"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "tasks_example_com_projects" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tasks_example_com_projects" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tasks_example_com_projects" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
UPDATE "tasks_example_com_tasks" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tasks_example_com_tasks' AND (e."state" = 'done' OR e."position" >= "tasks_example_com_tasks"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "tasks_example_com_tasks" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tasks_example_com_tasks" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tasks_example_com_tasks" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
