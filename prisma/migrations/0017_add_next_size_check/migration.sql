-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "next_size_check" INTEGER NOT NULL DEFAULT 5000;
