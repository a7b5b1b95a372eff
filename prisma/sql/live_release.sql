-- The live release of a course at this moment. Of the published releases whose schedule includes the moment, the one that went
-- live last is live. It is a question of time: no process has to do anything when a schedule is due. The function is no SQL
-- function, because PostgreSQL would inline that, and could then not plan a statement for the partition of one workspace.
CREATE OR REPLACE FUNCTION live_release(p_workspace uuid, p_course uuid) RETURNS SETOF releases LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT r.* FROM releases r
    WHERE r.workspace_id = p_workspace AND r.course_id = p_course AND r.published
      AND r.live_from <= statement_timestamp() AND (r.live_until IS NULL OR r.live_until > statement_timestamp())
    ORDER BY r.live_from DESC, r.number DESC LIMIT 1;
END $$;
