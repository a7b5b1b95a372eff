-- The letters of scripts that are searched by pairs of letters, as the inside of a bracket expression: Hebrew, Arabic, Thai,
-- Lao, Burmese, Khmer, Korean, Japanese and Chinese. Most of them have no spaces between words. Korean adds endings to words,
-- and Hebrew and Arabic write articles, prepositions and conjunctions together with the next word.
CREATE OR REPLACE FUNCTION search_unspaced() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '\u05D0-\u05EA\u05EF-\u05F2\u0620-\u063F\u0641-\u064A\u066E\u066F\u0671-\u06D3\u06D5\u06EE\u06EF\u06FA-\u06FC\u06FF'
    '\u0750-\u077F\u0870-\u0887\u0889-\u088E\u08A0-\u08C9'
    '\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0EBD\u0EC0-\u0ECE\u1000-\u103F\u1100-\u11FF\u1780-\u17D3\u2E80-\u2FDF\u3005-\u3007'
    '\u3031-\u3035\u3041-\u309F\u30A1-\u30FA\u30FC-\u30FF\u3105-\u318E\u31A0-\u31BF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF'
    '\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U0001B000-\U0001B16F\U00020000-\U0003FFFD'
$$;
