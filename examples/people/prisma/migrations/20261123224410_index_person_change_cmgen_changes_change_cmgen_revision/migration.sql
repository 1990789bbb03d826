-- DropIndex
DROP INDEX "people_example_com_people_created_at_name_idx";

-- DropIndex
DROP INDEX "people_example_com_people_x_spec_age_name_idx";

-- DropIndex
DROP INDEX "people_example_com_people_x_initial_name_idx";

-- AlterTable
ALTER TABLE "people_example_com_people" ADD COLUMN "schema" INTEGER;
ALTER TABLE "people_example_com_people" ADD COLUMN "uid" TEXT;

-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "mark" INTEGER;

-- AlterTable
ALTER TABLE "cmgen_revision" ADD COLUMN "mark" INTEGER;

-- CreateIndex
CREATE INDEX "people_example_com_people_created_at_id_idx" ON "people_example_com_people"("created_at", "id");

-- CreateIndex
CREATE INDEX "people_example_com_people_x_spec_age_id_idx" ON "people_example_com_people"("x_spec_age", "id");

-- CreateIndex
CREATE INDEX "people_example_com_people_x_initial_id_idx" ON "people_example_com_people"("x_initial", "id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- FillColumns
UPDATE "people_example_com_people" SET "uid" = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "schema" = (SELECT coalesce(max(e."place"), 0) FROM "cmgen_evolutions" AS e
 WHERE e."table" = 'people_example_com_people' AND (e."state" = 'done' OR e."position" >= "people_example_com_people"."id"));
UPDATE "cmgen_changes" SET "data" = (SELECT CAST(substr(CAST("cmgen_changes"."data" AS TEXT), 1, instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || o."uid" || '",'
 || substr(CAST("cmgen_changes"."data" AS TEXT), instr(CAST("cmgen_changes"."data" AS TEXT), '"creationTimestamp":')) AS BLOB)
 FROM "people_example_com_people" AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM "people_example_com_people" AS o WHERE o."id" = "object_id" AND o."data" = "cmgen_changes"."data");
UPDATE "people_example_com_people" SET "data" = CAST(substr(CAST("data" AS TEXT), 1, instr(CAST("data" AS TEXT), '"creationTimestamp":') - 1) || '"uid":"' || "uid" || '",'
 || substr(CAST("data" AS TEXT), instr(CAST("data" AS TEXT), '"creationTimestamp":')) AS BLOB);
