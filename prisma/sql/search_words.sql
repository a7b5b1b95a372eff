-- The words of a text as terms: as written, with umlauts spelled out, as English stems them, and pairs of letters of scripts
-- without spaces.
CREATE OR REPLACE FUNCTION search_words(p_text text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  plain text := search_plain(p_text, false);
  terms tsvector := '';
BEGIN
  IF octet_length(p_text) > length(p_text) THEN
    IF plain ~ ('[' || search_unspaced() || ']') THEN
      terms := search_pairs(plain);
      plain := regexp_replace(plain, '[' || search_unspaced() || ']+', ' ', 'g');
    END IF;
    IF p_text ~ '[äöüåøÄÖÜÅØ\u0308\u030A]' THEN
      terms := terms || to_tsvector('simple', regexp_replace(search_plain(p_text, true), '[' || search_unspaced() || ']+', ' ', 'g'));
    END IF;
  END IF;
  RETURN to_tsvector('simple', plain) || to_tsvector('english', plain) || terms;
END $$;
