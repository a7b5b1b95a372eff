-- The workspace as a term of a search entry, so that one index finds words within one workspace.
CREATE OR REPLACE FUNCTION workspace_term(workspace uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'workspace:' || workspace
$$;
