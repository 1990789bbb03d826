-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN     "actor" TEXT COLLATE "C",
ADD COLUMN     "address" TEXT COLLATE "C",
ADD COLUMN     "request_id" TEXT COLLATE "C",
ADD COLUMN     "verb" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "cmgen_audit" (
    "id" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "cmgen_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_history" (
    "id" BIGSERIAL NOT NULL,
    "group" TEXT COLLATE "C" NOT NULL,
    "plural" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "revision" BIGINT,
    "at" BIGINT NOT NULL,
    "actor" TEXT COLLATE "C",
    "verb" TEXT COLLATE "C",
    "schema" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "cmgen_history_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cmgen_history_group_plural_name_id_idx" ON "cmgen_history"("group", "plural", "name", "id");
