-- Generated from the fields in src/courses/records by `npm run migration`.
-- Replaces the rows of a workspace in storage_tallies by the sums of what is stored.
-- The lock keeps storage_add_up from adding up rows that this function has read. The statement after it sees what was
-- committed before the lock was free, so it counts each write once: in the sum, or as a row that stays.
CREATE OR REPLACE FUNCTION storage_recount(p_workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_workspace::text, 5303190412));
  WITH counted AS (
    SELECT 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."name") + coalesce(octet_length(x."description"), 0) + coalesce(octet_length(x."language"), 0) + coalesce(octet_length(x."difficulty"), 0) + coalesce(octet_length(x."objectives"::text), 0) + coalesce(octet_length(x."tags"::text), 0) + coalesce(octet_length(x."authors"::text), 0) + coalesce(octet_length(x."license"), 0) + coalesce(octet_length(x."cover_asset_id"), 0) + coalesce(octet_length(x."attributes"::text), 0) + coalesce(octet_length(x."slug"), 0) + octet_length(x."visibility"))::bigint) AS bytes FROM courses x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."name") + coalesce(octet_length(x."description"), 0) + coalesce(octet_length(x."objectives"::text), 0) + coalesce(octet_length(x."prerequisites"::text), 0) + coalesce(octet_length(x."attributes"::text), 0))::bigint) AS bytes FROM modules x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."name") + coalesce(octet_length(x."description"), 0) + coalesce(octet_length(x."objectives"::text), 0) + coalesce(octet_length(x."prerequisites"::text), 0) + coalesce(octet_length(x."attributes"::text), 0))::bigint) AS bytes FROM lessons x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'drafts' AS kind, sum((500 + coalesce(octet_length(x."key"), 0) + octet_length(x."type") + octet_length(x."content"::text))::bigint) AS bytes FROM blocks x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'trash' AS kind, sum((coalesce(x.bytes, octet_length(x.body::text)))::bigint) AS bytes FROM trash_records x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'releases' AS kind, sum((500 + octet_length(x.outline::text))::bigint) AS bytes FROM releases x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'releases' AS kind, sum((500 + octet_length(x.body::text) + coalesce(octet_length(x.learner_body::text), 0))::bigint) AS bytes FROM release_nodes x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'assets' AS kind, sum((500 + x.bytes)::bigint) AS bytes FROM assets x WHERE x.workspace_id = p_workspace
    UNION ALL
    SELECT 'drafts' AS kind, sum((-x.bytes)::bigint) AS bytes FROM changes x WHERE x.workspace_id = p_workspace AND x.search_cursor IS NOT NULL
  ), replaced AS (
    DELETE FROM storage_tallies t WHERE t.workspace_id = p_workspace AND t.kind IN ('drafts', 'trash', 'releases', 'assets')
  )
  INSERT INTO storage_tallies (workspace_id, kind, bytes)
  SELECT p_workspace, c.kind, sum(c.bytes) FROM counted c GROUP BY c.kind HAVING sum(c.bytes) <> 0;
END $$;
