-- CreateTable
CREATE TABLE "former_slugs" (
    "workspace_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "course_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_slugs_pkey" PRIMARY KEY ("workspace_id","slug")
);

-- CreateIndex
CREATE INDEX "former_slugs_workspace_id_course_id_idx" ON "former_slugs"("workspace_id", "course_id");

-- AddForeignKey
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_workspace_id_course_id_fkey" FOREIGN KEY ("workspace_id", "course_id") REFERENCES "courses"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "former_slugs" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
