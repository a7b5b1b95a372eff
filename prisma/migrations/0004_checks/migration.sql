-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "publish_gate" TEXT NOT NULL DEFAULT 'errors';

-- CreateTable
CREATE TABLE "dismissals" (
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "finding_id" UUID NOT NULL,
    "node_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "reason" TEXT,
    "caller" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dismissals_pkey" PRIMARY KEY ("workspace_id","course_id","finding_id")
);

-- AddForeignKey
ALTER TABLE "dismissals" ADD CONSTRAINT "dismissals_workspace_id_course_id_fkey" FOREIGN KEY ("workspace_id", "course_id") REFERENCES "courses"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
