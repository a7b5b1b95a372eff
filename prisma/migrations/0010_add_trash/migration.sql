-- CreateTable
CREATE TABLE "trash" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "level" TEXT NOT NULL,
    "node_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "parent_id" UUID,
    "previous_id" UUID,
    "order" INTEGER,
    "name" TEXT,
    "block_type" TEXT,
    "records" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_by" TEXT NOT NULL,

    CONSTRAINT "trash_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "trash_records" (
    "workspace_id" UUID NOT NULL,
    "trash_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "level" TEXT NOT NULL,
    "parent_id" UUID,
    "key" TEXT,
    "order" INTEGER,
    "version" INTEGER NOT NULL,
    "block_type" TEXT,
    "body" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,

    CONSTRAINT "trash_records_pkey" PRIMARY KEY ("workspace_id","trash_id","id")
);

-- CreateIndex
CREATE INDEX "trash_workspace_id_node_id_idx" ON "trash"("workspace_id", "node_id");

-- CreateIndex
CREATE INDEX "trash_deleted_at_idx" ON "trash"("deleted_at");

-- The parents of what is in the trash. A Prisma schema cannot express a partial index.
CREATE INDEX "trash_records_parents" ON "trash_records" ("workspace_id", "id") WHERE "level" <> 'block';

-- As in the first migration: the planner assumes that every row belongs to the workspace of a statement.
ALTER TABLE "trash" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "trash_records" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
