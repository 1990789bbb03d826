-- DropIndex
DROP INDEX "issues_example_com_issues_created_at_name_idx";

-- DropIndex
DROP INDEX "issues_example_com_issues_x_spec_project_name_idx";

-- DropIndex
DROP INDEX "issues_example_com_issues_x_spec_state_name_idx";

-- AlterTable
ALTER TABLE "issues_example_com_issues" ADD COLUMN "schema" INTEGER;
ALTER TABLE "issues_example_com_issues" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "mark" INTEGER;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN "mark" INTEGER;

-- CreateIndex
CREATE INDEX "issues_example_com_issues_created_at_id_idx" ON "issues_example_com_issues"("created_at", "id");

-- CreateIndex
CREATE INDEX "issues_example_com_issues_x_spec_project_id_idx" ON "issues_example_com_issues"("x_spec_project", "id");

-- CreateIndex
CREATE INDEX "issues_example_com_issues_x_spec_state_id_idx" ON "issues_example_com_issues"("x_spec_state", "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "issues_example_com_issues" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'issues_example_com_issues' AND (e."state" = 'done' OR e."position" >= "issues_example_com_issues"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "issues_example_com_issues" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "issues_example_com_issues" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "issues_example_com_issues" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
