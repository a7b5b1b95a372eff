-- Replaces the rows of a workspace in course_tallies by one sum for each status. This is one statement, so a reader sees
-- either all of the old rows or the sums.
CREATE OR REPLACE FUNCTION course_tallies_add_up(p_workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH taken AS (DELETE FROM course_tallies t WHERE t.workspace_id = p_workspace RETURNING t.status, t.courses)
  INSERT INTO course_tallies (workspace_id, status, courses)
  SELECT p_workspace, t.status, sum(t.courses) FROM taken t GROUP BY t.status HAVING sum(t.courses) <> 0;
END $$;
