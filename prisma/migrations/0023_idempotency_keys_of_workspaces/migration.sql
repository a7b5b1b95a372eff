-- The key of every table of a workspace begins with the workspace, so that a cluster can distribute it.
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey",
ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id", "caller", "key");

-- As in the first migration: the planner assumes that every row belongs to the workspace of a statement.
ALTER TABLE "idempotency_keys" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
