-- Returns p_key if no other module, lesson or block of the course has this key. Otherwise raises a unique violation with the
-- constraint name `course_keys`.
--   p_record: the record that gets the key.
--
-- A key is unique among the modules, lessons and blocks of a course together, which no constraint of a table can express.
-- The caller has locked the course, so no other transaction writes a key in the meantime. Each statement of this function sees
-- what was committed before the statement began.
CREATE OR REPLACE FUNCTION unused_key(p_workspace uuid, p_course uuid, p_key text, p_record uuid)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
      SELECT 1 FROM modules m
      WHERE m.workspace_id = p_workspace AND m.course_id = p_course AND m.key = p_key AND m.id <> p_record
    ) OR EXISTS (
      SELECT 1 FROM lessons l
      WHERE l.workspace_id = p_workspace AND l.course_id = p_course AND l.key = p_key AND l.id <> p_record
    ) OR EXISTS (
      SELECT 1 FROM blocks b
      WHERE b.workspace_id = p_workspace AND b.course_id = p_course AND b.key = p_key AND b.id <> p_record
    ) THEN
    RAISE EXCEPTION 'another record of the course has this key, which violates unique constraint "course_keys"'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'course_keys';
  END IF;
  RETURN p_key;
END $$;

-- Raises the same error. IMMUTABLE, because a write on a cluster calls no other functions.
CREATE OR REPLACE FUNCTION refuse_taken_key(p_course uuid) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RAISE EXCEPTION 'another record of the course has this key, which violates unique constraint "course_keys"'
    USING ERRCODE = 'unique_violation', CONSTRAINT = 'course_keys';
END $$;
