-- CreateTable
CREATE TABLE "projects_example_com_projects" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_status_open" BIGINT
);

-- CreateTable
CREATE TABLE "projects_example_com_projects___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "projects_example_com_projects___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "projects_example_com_projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "cmgen_changes" (
    "revision" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "plural" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "previous" BLOB
);

-- CreateTable
CREATE TABLE "cmgen_indexes" (
    "table" TEXT NOT NULL,
    "index" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "position" INTEGER,

    PRIMARY KEY ("table", "index")
);

-- CreateTable
CREATE TABLE "cmgen_revision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "revision" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_evolutions" (
    "table" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "position" INTEGER,

    PRIMARY KEY ("table", "step")
);

-- CreateTable
CREATE TABLE "cmgen_schedules" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "position" BIGINT NOT NULL,
    "state" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "projects_example_com_projects_name_key" ON "projects_example_com_projects"("name");

-- CreateIndex
CREATE INDEX "projects_example_com_projects_created_at_name_idx" ON "projects_example_com_projects"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "projects_example_com_projects_deleted_at_idx" ON "projects_example_com_projects"("deleted_at");

-- CreateIndex
CREATE INDEX "projects_example_com_projects_x_status_open_name_idx" ON "projects_example_com_projects"("x_status_open" DESC, "name");

-- CreateIndex
CREATE INDEX "projects_example_com_projects___labels_key_value_object_id_idx" ON "projects_example_com_projects___labels"("key", "value", "object_id");
