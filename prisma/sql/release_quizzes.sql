-- Adds a row to release_quizzes for each quiz in a new row of release_nodes. When a learner answers a quiz, the service finds
-- the questions by the id of the block.
CREATE OR REPLACE FUNCTION release_quizzes_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO release_quizzes (workspace_id, block_id, hash, course_id, lesson_id)
  SELECT NEW.workspace_id, (b.block ->> 'id')::uuid, NEW.hash, NEW.course_id, (NEW.body ->> 'id')::uuid
  FROM json_array_elements(NEW.body -> 'blocks') AS b (block) WHERE b.block ->> 'type' = 'quiz';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER release_quizzes_insert AFTER INSERT ON release_nodes
  FOR EACH ROW EXECUTE FUNCTION release_quizzes_note();
