-- Generated from the fields in src/courses/records by `npm run migration`.
-- Writes the search entries of these pending changes of a workspace and removes the changes.
-- Each table is read with an array of ids, so that PostgreSQL looks the ids up in the index; with a join it might read all
-- rows of the workspace.
CREATE OR REPLACE FUNCTION search_index(p_workspace uuid, p_seqs bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (
    DELETE FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq = ANY(p_seqs) RETURNING p.kind, p.id
  ),
  current AS (
    SELECT n.id, 'course' AS kind, n.id AS course_id,
      search_terms(p_workspace, concat_ws(' ', n."name"), concat_ws(' ', n."description", nullif(array_to_string(n."objectives", ' '), '')), n.language) AS terms
    FROM courses n
    WHERE n.workspace_id = p_workspace AND n.id = ANY(ARRAY(SELECT t.id FROM taken t WHERE t.kind = 'course'))
    UNION ALL
    SELECT n.id, 'module' AS kind, n.course_id AS course_id,
      search_terms(p_workspace, concat_ws(' ', n."name"), concat_ws(' ', n."description", nullif(array_to_string(n."objectives", ' '), '')), (SELECT c.language FROM courses c WHERE c.workspace_id = p_workspace AND c.id = n.course_id)) AS terms
    FROM modules n
    WHERE n.workspace_id = p_workspace AND n.id = ANY(ARRAY(SELECT t.id FROM taken t WHERE t.kind = 'module'))
    UNION ALL
    SELECT n.id, 'lesson' AS kind, n.course_id AS course_id,
      search_terms(p_workspace, concat_ws(' ', n."name"), concat_ws(' ', n."description", nullif(array_to_string(n."objectives", ' '), '')), (SELECT c.language FROM courses c WHERE c.workspace_id = p_workspace AND c.id = n.course_id)) AS terms
    FROM lessons n
    WHERE n.workspace_id = p_workspace AND n.id = ANY(ARRAY(SELECT t.id FROM taken t WHERE t.kind = 'lesson'))
    UNION ALL
    SELECT n.id, 'block' AS kind, n.course_id AS course_id,
      search_terms(p_workspace, NULL, concat_ws(' ', content_text(n."content")), (SELECT c.language FROM courses c WHERE c.workspace_id = p_workspace AND c.id = n.course_id)) AS terms
    FROM blocks n
    WHERE n.workspace_id = p_workspace AND n.id = ANY(ARRAY(SELECT t.id FROM taken t WHERE t.kind = 'block'))
  ),
  put AS (
    INSERT INTO search_entries AS e (id, kind, workspace_id, course_id, terms)
    SELECT r.id, r.kind, p_workspace, r.course_id, r.terms FROM current r
    ON CONFLICT (workspace_id, id) DO UPDATE SET course_id = excluded.course_id, terms = excluded.terms
    WHERE (e.course_id, e.terms) IS DISTINCT FROM (excluded.course_id, excluded.terms)
  ),
  no_failures AS (
    DELETE FROM search_failures f WHERE f.workspace_id = p_workspace AND f.id = ANY(ARRAY(SELECT t.id FROM taken t))
  )
  DELETE FROM search_entries e
  WHERE e.workspace_id = p_workspace AND e.id = ANY(ARRAY(SELECT t.id FROM taken t EXCEPT SELECT r.id FROM current r))
$$;

-- The fields may have changed: index every record again, in the background.
INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'course', n.id FROM courses n;
INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'module', n.id FROM modules n;
INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'lesson', n.id FROM lessons n;
INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'block', n.id FROM blocks n;
