-- DropIndex
DROP INDEX "tracker_example_com_comments_created_at_name_idx";

-- DropIndex
DROP INDEX "tracker_example_com_comments_x_spec_issue_name_idx";

-- DropIndex
DROP INDEX "tracker_example_com_issues_created_at_name_idx";

-- DropIndex
DROP INDEX "tracker_example_com_issues_x_spec_state_name_idx";

-- DropIndex
DROP INDEX "tracker_example_com_issues_x_spec_due_name_idx";

-- DropIndex
DROP INDEX "tracker_example_com_issues_x_spec_project_name_idx";

-- DropIndex
DROP INDEX "tracker_example_com_projects_created_at_name_idx";

-- AlterTable
ALTER TABLE "tracker_example_com_comments" ADD COLUMN "schema" INTEGER;
ALTER TABLE "tracker_example_com_comments" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "tracker_example_com_issues" ADD COLUMN "schema" INTEGER;
ALTER TABLE "tracker_example_com_issues" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "tracker_example_com_projects" ADD COLUMN "schema" INTEGER;
ALTER TABLE "tracker_example_com_projects" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "mark" INTEGER;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN "mark" INTEGER;

-- CreateIndex
CREATE INDEX "tracker_example_com_comments_created_at_id_idx" ON "tracker_example_com_comments"("created_at", "id");

-- CreateIndex
CREATE INDEX "tracker_example_com_comments_x_spec_issue_id_idx" ON "tracker_example_com_comments"("x_spec_issue", "id");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_created_at_id_idx" ON "tracker_example_com_issues"("created_at", "id");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_x_spec_state_id_idx" ON "tracker_example_com_issues"("x_spec_state", "id");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_x_spec_due_id_idx" ON "tracker_example_com_issues"("x_spec_due", "id");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_x_spec_project_id_idx" ON "tracker_example_com_issues"("x_spec_project", "id");

-- CreateIndex
CREATE INDEX "tracker_example_com_projects_created_at_id_idx" ON "tracker_example_com_projects"("created_at", "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "tracker_example_com_comments" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tracker_example_com_comments' AND (e."state" = 'done' OR e."position" >= "tracker_example_com_comments"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "tracker_example_com_comments" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tracker_example_com_comments" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tracker_example_com_comments" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
UPDATE "tracker_example_com_issues" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tracker_example_com_issues' AND (e."state" = 'done' OR e."position" >= "tracker_example_com_issues"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "tracker_example_com_issues" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tracker_example_com_issues" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tracker_example_com_issues" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
UPDATE "tracker_example_com_projects" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'tracker_example_com_projects' AND (e."state" = 'done' OR e."position" >= "tracker_example_com_projects"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "tracker_example_com_projects" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "tracker_example_com_projects" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "tracker_example_com_projects" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
