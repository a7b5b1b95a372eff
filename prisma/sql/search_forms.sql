-- The words of a text as terms in each of their forms: as written, with umlauts spelled out, and without the numbers above the
-- line. These can be a part of a word (x²) or a reference to a note. Without the letters of unspaced scripts.
CREATE OR REPLACE FUNCTION search_forms(p_text text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  unspaced constant text := '[' || search_unspaced() || ']+';
  terms tsvector := to_tsvector('simple', regexp_replace(search_plain(p_text, false), unspaced, ' ', 'g'));
BEGIN
  IF p_text ~ '[äöüåøÄÖÜÅØ\u0308\u030A]' THEN
    terms := terms || to_tsvector('simple', regexp_replace(search_plain(p_text, true), unspaced, ' ', 'g'));
  END IF;
  IF p_text ~ '[\u00AA\u00B2\u00B3\u00B9\u00BA\u2070\u2074-\u2079]' THEN
    terms := terms || to_tsvector('simple', regexp_replace(
      search_plain(regexp_replace(p_text, '[\u00AA\u00B2\u00B3\u00B9\u00BA\u2070\u2074-\u2079]+', ' ', 'g'), false), unspaced, ' ', 'g'));
  END IF;
  RETURN terms;
END $$;
