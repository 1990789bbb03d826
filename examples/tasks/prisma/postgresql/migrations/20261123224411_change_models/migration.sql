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
ALTER TABLE "tasks_example_com_projects" ADD COLUMN     "schema" BIGINT,
ADD COLUMN     "uid" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "tasks_example_com_tasks" ADD COLUMN     "schema" BIGINT,
ADD COLUMN     "uid" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN     "mark" BIGINT;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN     "mark" BIGINT;

-- CreateIndex
CREATE INDEX "tasks_example_com_projects_created_at_id_idx" ON "tasks_example_com_projects"("created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_created_at_id_idx" ON "tasks_example_com_tasks"("created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_project_id_idx" ON "tasks_example_com_tasks"("x_spec_project" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_priority_id_idx" ON "tasks_example_com_tasks"("x_spec_priority" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_planned_end_id_idx" ON "tasks_example_com_tasks"("x_spec_planned_end" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_attachment_bytes_id_idx" ON "tasks_example_com_tasks"("x_spec_attachment_bytes" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_status_phase_id_idx" ON "tasks_example_com_tasks"("x_status_phase" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "tasks_example_com_projects" SET "uid" = gen_random_uuid()::text, "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tasks_example_com_projects' AND (e."state" = 'done' OR e."position" >= "tasks_example_com_projects"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT overlay("cmgen_changes"."data" PLACING convert_to('"uid":"' || o."uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "cmgen_changes"."data") FOR 0)
 FROM "tasks_example_com_projects" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tasks_example_com_projects" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tasks_example_com_projects" SET "data" = overlay("data" PLACING convert_to('"uid":"' || "uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "data") FOR 0);
UPDATE "tasks_example_com_tasks" SET "uid" = gen_random_uuid()::text, "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tasks_example_com_tasks' AND (e."state" = 'done' OR e."position" >= "tasks_example_com_tasks"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT overlay("cmgen_changes"."data" PLACING convert_to('"uid":"' || o."uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "cmgen_changes"."data") FOR 0)
 FROM "tasks_example_com_tasks" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tasks_example_com_tasks" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tasks_example_com_tasks" SET "data" = overlay("data" PLACING convert_to('"uid":"' || "uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "data") FOR 0);
