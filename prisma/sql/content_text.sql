-- Returns all strings in the content of a block, at any depth, joined with spaces.
CREATE OR REPLACE FUNCTION content_text(content json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(value #>> '{}', ' ')
  FROM jsonb_path_query(content::jsonb, 'strict $.** ? (@.type() == "string")') value
$$;
