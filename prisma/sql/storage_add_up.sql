-- Replaces the rows of a workspace in storage_tallies by one sum for each kind. This is one statement, so a reader sees
-- either all of the old rows or the sums. While storage_recount runs, it does nothing.
CREATE OR REPLACE FUNCTION storage_add_up(p_workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(p_workspace::text, 5303190412)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM storage_tallies t WHERE t.workspace_id = p_workspace RETURNING t.kind, t.bytes)
  INSERT INTO storage_tallies (workspace_id, kind, bytes)
  SELECT p_workspace, t.kind, sum(t.bytes) FROM taken t GROUP BY t.kind HAVING sum(t.bytes) <> 0;
END $$;
