-- The words of a text as terms: in each of their forms, as English stems them, and pairs of letters of scripts without spaces.
CREATE OR REPLACE FUNCTION search_words(p_text text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  unspaced constant text := '[' || search_unspaced() || ']';
  plain text := search_plain(p_text, false);
  terms tsvector := '';
BEGIN
  IF octet_length(p_text) = length(p_text) THEN RETURN to_tsvector('simple', plain) || to_tsvector('english', plain); END IF;
  IF plain ~ unspaced THEN
    terms := search_pairs(plain);
    plain := regexp_replace(plain, unspaced || '+', ' ', 'g');
  END IF;
  RETURN search_forms(p_text) || to_tsvector('english', plain) || terms;
END $$;
