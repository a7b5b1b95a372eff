-- Replaces a workspace's tally rows with their sum, in one statement: a reader sees either all of the rows or the sum.
CREATE OR REPLACE FUNCTION course_tallies_add_up(p_workspace uuid) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (DELETE FROM course_tallies t WHERE t.workspace_id = p_workspace RETURNING t.status, t.courses)
  INSERT INTO course_tallies (workspace_id, status, courses)
  SELECT p_workspace, t.status, sum(t.courses) FROM taken t GROUP BY t.status HAVING sum(t.courses) <> 0
$$;
