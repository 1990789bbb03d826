-- DropIndex
DROP INDEX "people_example_com_people_created_at_name_idx";

-- DropIndex
DROP INDEX "people_example_com_people_x_spec_age_name_idx";

-- DropIndex
DROP INDEX "people_example_com_people_x_initial_name_idx";

-- AlterTable
ALTER TABLE "people_example_com_people" ADD COLUMN     "schema" BIGINT,
ADD COLUMN     "uid" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN     "mark" BIGINT;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN     "mark" BIGINT;

-- CreateIndex
CREATE INDEX "people_example_com_people_created_at_id_idx" ON "people_example_com_people"("created_at", "id");

-- CreateIndex
CREATE INDEX "people_example_com_people_x_spec_age_id_idx" ON "people_example_com_people"("x_spec_age" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "people_example_com_people_x_initial_id_idx" ON "people_example_com_people"("x_initial" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "people_example_com_people" SET "uid" = gen_random_uuid()::text, "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'people_example_com_people' AND (e."state" = 'done' OR e."position" >= "people_example_com_people"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT overlay("cmgen_changes"."data" PLACING convert_to('"uid":"' || o."uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "cmgen_changes"."data") FOR 0)
 FROM "people_example_com_people" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "people_example_com_people" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "people_example_com_people" SET "data" = overlay("data" PLACING convert_to('"uid":"' || "uid" || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN "data") FOR 0);
