-- Returns the live release of a course: of the published releases whose schedule includes the present time, the one that went
-- live last. The result depends on the time, so no process has to do anything when a schedule is due.
-- The language is plpgsql, because PostgreSQL would inline a function in SQL. It could then not plan a statement for only the
-- partition of one workspace.
CREATE OR REPLACE FUNCTION live_release(p_workspace uuid, p_course uuid) RETURNS SETOF releases LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT r.* FROM releases r
    WHERE r.workspace_id = p_workspace AND r.course_id = p_course AND r.published
      AND r.live_from <= statement_timestamp() AND (r.live_until IS NULL OR r.live_until > statement_timestamp())
    ORDER BY r.live_from DESC, r.number DESC LIMIT 1;
END $$;

-- The next functions compute columns of a course that depend on its live release. They are used when a scheduled change is due
-- but the job has not stored it in the columns yet. They are functions and no subqueries in the SELECT list, because
-- PostgreSQL would plan a subquery in every execution, even if nothing is due. That takes longer than the rest of the statement.
CREATE OR REPLACE FUNCTION live_release_number(p_workspace uuid, p_course uuid) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.number FROM live_release(p_workspace, p_course) r);
END $$;

CREATE OR REPLACE FUNCTION live_release_from(p_workspace uuid, p_course uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.live_from FROM live_release(p_workspace, p_course) r);
END $$;

-- Returns NULL if only some lessons of the draft were published with the release.
CREATE OR REPLACE FUNCTION live_release_tree_version(p_workspace uuid, p_course uuid) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.tree_version FROM live_release(p_workspace, p_course) r WHERE NOT r.is_partial);
END $$;
