-- CreateTable
CREATE TABLE "cmgen_schedules" (
    "name" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "cmgen_schedules_pkey" PRIMARY KEY ("name")
);
