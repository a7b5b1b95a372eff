-- The tsquery for a run of letters of an unspaced script: the phrase of its pairs, or a pair that begins with its one letter.
CREATE OR REPLACE FUNCTION search_run(p_run text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(p_run) = 1 THEN (quote_literal(p_run) || ':*')::tsquery
    ELSE (SELECT string_agg(quote_literal(substr(p_run, n, 2)), ' <-> ' ORDER BY n) FROM generate_series(1, length(p_run) - 1) n)::tsquery END
$$;
