-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "attributes" JSON;

-- AlterTable
ALTER TABLE "lessons" ADD COLUMN     "attributes" JSON;

-- AlterTable
ALTER TABLE "modules" ADD COLUMN     "attributes" JSON;
