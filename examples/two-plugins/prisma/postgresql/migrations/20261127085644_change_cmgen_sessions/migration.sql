-- AlterTable
ALTER TABLE "cmgen_sessions" ADD COLUMN     "identity" TEXT COLLATE "C";
