-- CreateTable
CREATE TABLE "tasks_example_com_projects" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_code" TEXT
);

-- CreateTable
CREATE TABLE "tasks_example_com_projects___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "tasks_example_com_projects___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tasks_example_com_projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "tasks_example_com_tasks" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_project" TEXT,
    "x_spec_priority" TEXT,
    "x_spec_planned_end" BIGINT,
    "x_spec_attachment_bytes" BIGINT,
    "x_status_phase" TEXT
);

-- CreateTable
CREATE TABLE "tasks_example_com_tasks___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "tasks_example_com_tasks___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tasks_example_com_tasks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "tasks_example_com_tasks___x_field_names" (
    "object_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "value"),
    CONSTRAINT "tasks_example_com_tasks___x_field_names_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tasks_example_com_tasks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
    "data" BLOB NOT NULL
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

-- CreateIndex
CREATE UNIQUE INDEX "tasks_example_com_projects_name_key" ON "tasks_example_com_projects"("name");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_example_com_projects_x_spec_code_key" ON "tasks_example_com_projects"("x_spec_code");

-- CreateIndex
CREATE INDEX "tasks_example_com_projects_created_at_name_idx" ON "tasks_example_com_projects"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_projects_deleted_at_idx" ON "tasks_example_com_projects"("deleted_at");

-- CreateIndex
CREATE INDEX "tasks_example_com_projects___labels_key_value_object_id_idx" ON "tasks_example_com_projects___labels"("key", "value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_example_com_tasks_name_key" ON "tasks_example_com_tasks"("name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_created_at_name_idx" ON "tasks_example_com_tasks"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_deleted_at_idx" ON "tasks_example_com_tasks"("deleted_at");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_project_name_idx" ON "tasks_example_com_tasks"("x_spec_project", "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_priority_name_idx" ON "tasks_example_com_tasks"("x_spec_priority", "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_planned_end_name_idx" ON "tasks_example_com_tasks"("x_spec_planned_end", "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_attachment_bytes_name_idx" ON "tasks_example_com_tasks"("x_spec_attachment_bytes" DESC, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_status_phase_name_idx" ON "tasks_example_com_tasks"("x_status_phase", "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks___labels_key_value_object_id_idx" ON "tasks_example_com_tasks___labels"("key", "value", "object_id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks___x_field_names_value_object_id_idx" ON "tasks_example_com_tasks___x_field_names"("value", "object_id");
