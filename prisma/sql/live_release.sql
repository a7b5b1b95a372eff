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

-- The columns of a course that depend on its live release, while a schedule is due that no job has stored yet. A statement
-- calls these functions in its SELECT list: the plan of a query there would take longer than the rest of the statement, in
-- every execution, also where nothing is due.
CREATE OR REPLACE FUNCTION live_release_number(p_workspace uuid, p_course uuid) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.number FROM live_release(p_workspace, p_course) r);
END $$;

CREATE OR REPLACE FUNCTION live_release_from(p_workspace uuid, p_course uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.live_from FROM live_release(p_workspace, p_course) r);
END $$;

-- NULL for a release of some lessons only.
CREATE OR REPLACE FUNCTION live_release_tree_version(p_workspace uuid, p_course uuid) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.tree_version FROM live_release(p_workspace, p_course) r WHERE NOT r.is_partial);
END $$;
