-- Returns a term that stands for a workspace. Each row of search_entries contains the term of its workspace, so that one GIN
-- index finds words within one workspace.
CREATE OR REPLACE FUNCTION workspace_term(workspace uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'workspace:' || workspace
$$;
