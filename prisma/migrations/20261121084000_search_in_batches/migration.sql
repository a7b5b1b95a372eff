-- As before, but in batches: a statement over very many changes would be planned for few, and take their square.
--
-- Brings the search entries of a workspace up to what is committed, about p_most changes, and answers how many it took.
-- One at a time for each workspace, so that an older look never overwrites a newer one; with p_wait false, it leaves the
-- work to whoever is at it.
-- Changes are rows that are only ever added: one that commits later has a row of its own that is still to come.
CREATE OR REPLACE FUNCTION search_catch_up(p_workspace uuid, p_most integer, p_wait boolean) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lock_key bigint := hashtextextended('search:' || p_workspace, 7203998215);
  batch constant integer := 2000;
  caught integer := 0;
  taken_now integer;
  from_seq bigint := 0;
  to_seq bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.workspace_id = p_workspace) THEN RETURN 0; END IF;
  IF p_wait THEN
    PERFORM pg_advisory_xact_lock(lock_key);
  ELSIF NOT pg_try_advisory_xact_lock(lock_key) THEN
    RETURN 0;
  END IF;
  WHILE caught < p_most LOOP
    SELECT max(f.seq) INTO to_seq FROM (
      SELECT p.seq FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq > from_seq ORDER BY p.seq LIMIT batch
    ) f;
    EXIT WHEN to_seq IS NULL;
    WITH taken AS (
      DELETE FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq > from_seq AND p.seq <= to_seq
      RETURNING p.kind, p.id
    ),
    changed AS (SELECT DISTINCT kind, id FROM taken),
    standing AS (
      SELECT n.id, 'course' AS kind, n.workspace_id, n.id AS course_id, search_terms(n.workspace_id, n.name, n.description) AS terms
      FROM changed x JOIN courses n ON n.id = x.id WHERE x.kind = 'course'
      UNION ALL
      SELECT n.id, 'module', n.workspace_id, n.course_id, search_terms(n.workspace_id, n.name, n.description)
      FROM changed x JOIN modules n ON n.id = x.id WHERE x.kind = 'module'
      UNION ALL
      SELECT n.id, 'lesson', n.workspace_id, n.course_id, search_terms(n.workspace_id, n.name, n.description)
      FROM changed x JOIN lessons n ON n.id = x.id WHERE x.kind = 'lesson'
      UNION ALL
      SELECT n.id, 'block', n.workspace_id, n.course_id, search_terms(n.workspace_id, NULL, content_text(n.content))
      FROM changed x JOIN blocks n ON n.id = x.id WHERE x.kind = 'block'
    ),
    put AS (
      INSERT INTO search_entries AS e (id, kind, workspace_id, course_id, terms)
      SELECT s.id, s.kind, s.workspace_id, s.course_id, s.terms FROM standing s
      ON CONFLICT (id) DO UPDATE SET course_id = excluded.course_id, terms = excluded.terms
      WHERE (e.course_id, e.terms) IS DISTINCT FROM (excluded.course_id, excluded.terms)
    ),
    gone AS (
      DELETE FROM search_entries e USING changed x
      WHERE e.id = x.id AND NOT EXISTS (SELECT 1 FROM standing s WHERE s.id = x.id)
    )
    SELECT count(*) INTO taken_now FROM taken;
    caught := caught + taken_now;
    from_seq := to_seq;
  END LOOP;
  RETURN caught;
END $$;
