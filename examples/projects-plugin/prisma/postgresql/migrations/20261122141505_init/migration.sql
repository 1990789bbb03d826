-- CreateTable
CREATE TABLE "projects_example_com_projects" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BYTEA NOT NULL,
    "x_status_open" BIGINT,

    CONSTRAINT "projects_example_com_projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects_example_com_projects___labels" (
    "object_id" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "projects_example_com_projects___labels_pkey" PRIMARY KEY ("object_id","key")
);

-- CreateTable
CREATE TABLE "cmgen_changes" (
    "revision" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "group" TEXT COLLATE "C" NOT NULL,
    "plural" TEXT COLLATE "C" NOT NULL,
    "object_id" BIGINT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "data" BYTEA NOT NULL,
    "previous" BYTEA,

    CONSTRAINT "cmgen_changes_pkey" PRIMARY KEY ("revision")
);

-- CreateTable
CREATE TABLE "cmgen_indexes" (
    "table" TEXT COLLATE "C" NOT NULL,
    "index" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT,

    CONSTRAINT "cmgen_indexes_pkey" PRIMARY KEY ("table","index")
);

-- CreateTable
CREATE TABLE "cmgen_revision" (
    "id" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "cmgen_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_evolutions" (
    "table" TEXT COLLATE "C" NOT NULL,
    "step" TEXT COLLATE "C" NOT NULL,
    "place" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT,

    CONSTRAINT "cmgen_evolutions_pkey" PRIMARY KEY ("table","step")
);

-- CreateTable
CREATE TABLE "cmgen_schedules" (
    "name" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "cmgen_schedules_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "projects_example_com_projects_name_key" ON "projects_example_com_projects"("name");

-- CreateIndex
CREATE INDEX "projects_example_com_projects_created_at_name_idx" ON "projects_example_com_projects"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "projects_example_com_projects_deleted_at_idx" ON "projects_example_com_projects"("deleted_at" NULLS FIRST);

-- CreateIndex
CREATE INDEX "projects_example_com_projects_x_status_open_name_idx" ON "projects_example_com_projects"("x_status_open" DESC NULLS LAST, "name");

-- CreateIndex
CREATE INDEX "projects_example_com_projects___labels_key_value_object_id_idx" ON "projects_example_com_projects___labels"("key", "value", "object_id");

-- AddForeignKey
ALTER TABLE "projects_example_com_projects___labels" ADD CONSTRAINT "projects_example_com_projects___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "projects_example_com_projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
