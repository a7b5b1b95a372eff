-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "courses_workspace_id_key_key" ON "courses"("workspace_id", "key");
