-- The terms that say where an entry belongs: to its course, and to one part of its workspace. The parts are the records with a
-- name, and eight parts of the blocks, by the last digit of their ids. For a frequent word, a search reads only some of the
-- parts (src/courses/search/matches.ts).
CREATE OR REPLACE FUNCTION search_scopes(workspace uuid, course uuid, part text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(ARRAY['course:' || course, workspace_term(workspace) || ':' || part])
$$;
