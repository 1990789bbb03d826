-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "actor" TEXT;
ALTER TABLE "cmgen_changes" ADD COLUMN "address" TEXT;
ALTER TABLE "cmgen_changes" ADD COLUMN "request_id" TEXT;
ALTER TABLE "cmgen_changes" ADD COLUMN "verb" TEXT;

-- CreateTable
CREATE TABLE "cmgen_audit" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "revision" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_history" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "group" TEXT NOT NULL,
    "plural" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "revision" INTEGER,
    "at" BIGINT NOT NULL,
    "actor" TEXT,
    "verb" TEXT,
    "schema" INTEGER NOT NULL,
    "data" BLOB NOT NULL
);

-- CreateIndex
CREATE INDEX "cmgen_history_group_plural_name_id_idx" ON "cmgen_history"("group", "plural", "name", "id");
