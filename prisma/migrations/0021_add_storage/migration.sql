-- What a deleted record counts for in the storage. Rows from before count for their body.
ALTER TABLE "trash_records" ADD COLUMN     "bytes" INTEGER;

-- Workspaces from before have NULL, so that a job counts them again: a process of the last version, which still runs while
-- this migration does, adds nothing to storage_tallies.
ALTER TABLE "workspaces" ADD COLUMN     "storage_counted_at" TIMESTAMPTZ(3);
ALTER TABLE "workspaces" ALTER COLUMN "storage_counted_at" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "storage_tallies" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "storage_tallies_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- As in the first migration: the planner assumes that every row belongs to the workspace of a statement.
ALTER TABLE "storage_tallies" ALTER COLUMN "workspace_id" SET (n_distinct = 1);

-- What the workspaces store, as prisma/sql/storage_recount.sql counts it.
INSERT INTO "storage_tallies" ("workspace_id", "kind", "bytes")
SELECT c.workspace_id, c.kind, sum(c.bytes) FROM (
  SELECT x.workspace_id, 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."name") + coalesce(octet_length(x."description"), 0) + coalesce(octet_length(x."language"), 0) + coalesce(octet_length(x."difficulty"), 0) + coalesce(octet_length(x."objectives"::text), 0) + coalesce(octet_length(x."attributes"::text), 0) + coalesce(octet_length(x."slug"), 0) + octet_length(x."visibility"))::bigint) AS bytes FROM courses x GROUP BY x.workspace_id
  UNION ALL
  SELECT x.workspace_id, 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."name") + coalesce(octet_length(x."description"), 0) + coalesce(octet_length(x."objectives"::text), 0) + coalesce(octet_length(x."prerequisites"::text), 0) + coalesce(octet_length(x."attributes"::text), 0))::bigint) AS bytes FROM modules x GROUP BY x.workspace_id
  UNION ALL
  SELECT x.workspace_id, 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."name") + coalesce(octet_length(x."description"), 0) + coalesce(octet_length(x."objectives"::text), 0) + coalesce(octet_length(x."prerequisites"::text), 0) + coalesce(octet_length(x."attributes"::text), 0))::bigint) AS bytes FROM lessons x GROUP BY x.workspace_id
  UNION ALL
  SELECT x.workspace_id, 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."type") + octet_length(x."content"::text))::bigint) AS bytes FROM blocks x GROUP BY x.workspace_id
  UNION ALL
  SELECT x.workspace_id, 'trash' AS kind, sum((coalesce(x.bytes, octet_length(x.body::text)))::bigint) AS bytes FROM trash_records x GROUP BY x.workspace_id
  UNION ALL
  SELECT x.workspace_id, 'releases' AS kind, sum((500 + octet_length(x.outline::text))::bigint) AS bytes FROM releases x GROUP BY x.workspace_id
  UNION ALL
  SELECT x.workspace_id, 'releases' AS kind, sum((500 + octet_length(x.body::text) + coalesce(octet_length(x.learner_body::text), 0))::bigint) AS bytes FROM release_nodes x GROUP BY x.workspace_id
) c GROUP BY c.workspace_id, c.kind;
