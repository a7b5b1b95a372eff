-- Generated from the fields in src/courses/records by `npm run migration`.
-- Writes the search entries of these pending changes of a workspace and removes the changes.
-- Each table is read with an array of ids, so that PostgreSQL looks the ids up in the index; with a join it might read all
-- rows of the workspace.
-- The words that can be corrections are added to search_vocabulary, in which a search looks for them (typos.ts).
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
  words AS (
    INSERT INTO search_vocabulary (workspace_id, word)
    SELECT DISTINCT p_workspace, w.word FROM current r CROSS JOIN LATERAL unnest(tsvector_to_array(r.terms)) w (word)
    WHERE w.word ~ '^[a-z]{3,25}$|^[а-яіїє]{3,25}$|^[α-ω]{3,25}$'
    ON CONFLICT (workspace_id, word) DO NOTHING
  ),
  no_failures AS (
    DELETE FROM search_failures f WHERE f.workspace_id = p_workspace AND f.id = ANY(ARRAY(SELECT t.id FROM taken t))
  )
  DELETE FROM search_entries e
  WHERE e.workspace_id = p_workspace AND e.id = ANY(ARRAY(SELECT t.id FROM taken t EXCEPT SELECT r.id FROM current r))
$$;

-- The kind 'every block' of a pending change means all blocks of the workspace with greater ids. After the courses
-- come the modules, then the lessons, then the blocks. This function adds a pending change for each of the next p_max
-- records, and then one for the records that follow.
CREATE OR REPLACE FUNCTION search_pending_expand(p_workspace uuid, p_kind text, p_after uuid, p_max integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  record_kind text;
  next_kind text;
  ids uuid[];
BEGIN
  -- All words are added again, so that those which no text has any more are gone.
  IF p_kind = 'every course' AND p_after = '00000000-0000-0000-0000-000000000000' THEN
    DELETE FROM search_vocabulary v WHERE v.workspace_id = p_workspace;
  END IF;
  IF p_kind = 'every course' THEN
    record_kind := 'course';
    next_kind := 'every module';
    SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO ids FROM (
      SELECT n.id FROM courses n WHERE n.workspace_id = p_workspace AND n.id > p_after ORDER BY n.id LIMIT p_max
    ) f;
  END IF;
  IF p_kind = 'every module' THEN
    record_kind := 'module';
    next_kind := 'every lesson';
    SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO ids FROM (
      SELECT n.id FROM modules n WHERE n.workspace_id = p_workspace AND n.id > p_after ORDER BY n.id LIMIT p_max
    ) f;
  END IF;
  IF p_kind = 'every lesson' THEN
    record_kind := 'lesson';
    next_kind := 'every block';
    SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO ids FROM (
      SELECT n.id FROM lessons n WHERE n.workspace_id = p_workspace AND n.id > p_after ORDER BY n.id LIMIT p_max
    ) f;
  END IF;
  IF p_kind = 'every block' THEN
    record_kind := 'block';
    next_kind := NULL;
    SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO ids FROM (
      SELECT n.id FROM blocks n WHERE n.workspace_id = p_workspace AND n.id > p_after ORDER BY n.id LIMIT p_max
    ) f;
  END IF;
  INSERT INTO search_pending (workspace_id, kind, id) SELECT p_workspace, record_kind, i.id FROM unnest(ids) AS i (id);
  IF cardinality(ids) = p_max THEN
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (p_workspace, p_kind, ids[p_max]);
  ELSIF next_kind IS NOT NULL THEN
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (p_workspace, next_kind, '00000000-0000-0000-0000-000000000000');
  END IF;
END $$;

-- The fields may have changed, or the words that the functions make of them: index every record again, in the background. A
-- database can have millions of records, so each workspace gets one row here. So that a change of these functions changes this
-- script too, here is the checksum of their scripts:
-- 6209a30ecd9099a9f1af3da48509f078a7451c2283e7a10cac0daa88323a1636
INSERT INTO search_pending (workspace_id, kind, id)
  SELECT w.id, 'every course', '00000000-0000-0000-0000-000000000000' FROM workspaces w
  WHERE EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = w.id);
