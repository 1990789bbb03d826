-- CreateTable
CREATE TABLE "cmgen_receipts" (
    "key" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "at" BIGINT NOT NULL,
    "head" TEXT COLLATE "C" NOT NULL,
    "answer" BYTEA NOT NULL,

    CONSTRAINT "cmgen_receipts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "cmgen_receipts_at_idx" ON "cmgen_receipts"("at");
