-- AlterTable
ALTER TABLE "lessons" ADD COLUMN     "prerequisites" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "modules" ADD COLUMN     "prerequisites" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
