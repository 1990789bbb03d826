-- DropIndex
DROP INDEX "issues_example_com_issues_created_at_name_idx";

-- DropIndex
DROP INDEX "issues_example_com_issues_x_spec_project_name_idx";

-- DropIndex
DROP INDEX "issues_example_com_issues_x_spec_state_name_idx";

-- AlterTable
ALTER TABLE "issues_example_com_issues" ADD COLUMN     "schema" BIGINT,
ADD COLUMN     "uid" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN     "mark" BIGINT;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN     "mark" BIGINT;

-- CreateIndex
CREATE INDEX "issues_example_com_issues_created_at_id_idx" ON "issues_example_com_issues"("created_at", "id");

-- CreateIndex
CREATE INDEX "issues_example_com_issues_x_spec_project_id_idx" ON "issues_example_com_issues"("x_spec_project" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "issues_example_com_issues_x_spec_state_id_idx" ON "issues_example_com_issues"("x_spec_state" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "issues_example_com_issues" SET "uid" = gen_random_uuid()::text, "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'issues_example_com_issues' AND (e."state" = 'done' OR e."position" >= "issues_example_com_issues"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT overlay("cmgen_changes"."data" PLACING convert_to('"uid":"' || o."uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "cmgen_changes"."data") FOR 0)
 FROM "issues_example_com_issues" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "issues_example_com_issues" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "issues_example_com_issues" SET "data" = overlay("data" PLACING convert_to('"uid":"' || "uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "data") FOR 0);
