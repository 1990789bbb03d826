-- CreateTable
CREATE TABLE "cmgen_evolutions" (
    "table" TEXT COLLATE "C" NOT NULL,
    "step" TEXT COLLATE "C" NOT NULL,
    "place" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT,

    CONSTRAINT "cmgen_evolutions_pkey" PRIMARY KEY ("table","step")
);
