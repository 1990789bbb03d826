-- AlterTable
ALTER TABLE "cmgen_credentials" ADD COLUMN     "reset_limit" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "cmgen_sessions" ADD COLUMN     "identity" TEXT COLLATE "C";
