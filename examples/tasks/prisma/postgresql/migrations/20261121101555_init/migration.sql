-- CreateTable
CREATE TABLE "tasks_example_com_projects" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BYTEA NOT NULL,
    "x_spec_code" TEXT COLLATE "C",

    CONSTRAINT "tasks_example_com_projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks_example_com_projects___labels" (
    "object_id" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "tasks_example_com_projects___labels_pkey" PRIMARY KEY ("object_id","key")
);

-- CreateTable
CREATE TABLE "tasks_example_com_tasks" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BYTEA NOT NULL,
    "x_spec_project" TEXT COLLATE "C",
    "x_spec_priority" TEXT COLLATE "C",
    "x_spec_planned_end" BIGINT,
    "x_spec_attachment_bytes" BIGINT,
    "x_status_phase" TEXT COLLATE "C",

    CONSTRAINT "tasks_example_com_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks_example_com_tasks___labels" (
    "object_id" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "tasks_example_com_tasks___labels_pkey" PRIMARY KEY ("object_id","key")
);

-- CreateTable
CREATE TABLE "tasks_example_com_tasks___x_field_names" (
    "object_id" BIGINT NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "tasks_example_com_tasks___x_field_names_pkey" PRIMARY KEY ("object_id","value")
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

-- CreateIndex
CREATE UNIQUE INDEX "tasks_example_com_projects_name_key" ON "tasks_example_com_projects"("name");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_example_com_projects_x_spec_code_key" ON "tasks_example_com_projects"("x_spec_code" NULLS FIRST);

-- CreateIndex
CREATE INDEX "tasks_example_com_projects_created_at_name_idx" ON "tasks_example_com_projects"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_projects_deleted_at_idx" ON "tasks_example_com_projects"("deleted_at" NULLS FIRST);

-- CreateIndex
CREATE INDEX "tasks_example_com_projects___labels_key_value_object_id_idx" ON "tasks_example_com_projects___labels"("key", "value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_example_com_tasks_name_key" ON "tasks_example_com_tasks"("name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_created_at_name_idx" ON "tasks_example_com_tasks"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_deleted_at_idx" ON "tasks_example_com_tasks"("deleted_at" NULLS FIRST);

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_project_name_idx" ON "tasks_example_com_tasks"("x_spec_project" NULLS FIRST, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_priority_name_idx" ON "tasks_example_com_tasks"("x_spec_priority" NULLS FIRST, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_planned_end_name_idx" ON "tasks_example_com_tasks"("x_spec_planned_end" NULLS FIRST, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_spec_attachment_bytes_name_idx" ON "tasks_example_com_tasks"("x_spec_attachment_bytes" DESC NULLS LAST, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks_x_status_phase_name_idx" ON "tasks_example_com_tasks"("x_status_phase" NULLS FIRST, "name");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks___labels_key_value_object_id_idx" ON "tasks_example_com_tasks___labels"("key", "value", "object_id");

-- CreateIndex
CREATE INDEX "tasks_example_com_tasks___x_field_names_value_object_id_idx" ON "tasks_example_com_tasks___x_field_names"("value", "object_id");

-- AddForeignKey
ALTER TABLE "tasks_example_com_projects___labels" ADD CONSTRAINT "tasks_example_com_projects___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tasks_example_com_projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks_example_com_tasks___labels" ADD CONSTRAINT "tasks_example_com_tasks___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tasks_example_com_tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks_example_com_tasks___x_field_names" ADD CONSTRAINT "tasks_example_com_tasks___x_field_names_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tasks_example_com_tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
