-- Whether words of a language are often written together, as in German: Bodenfeuchtigkeit. NULL for an unknown language.
CREATE OR REPLACE FUNCTION search_compounding(p_language text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_language ~* '^(de|gsw|lb|nds|nl|af|fy|da|sv|no|nb|nn|is|fo|fi|et|hu)(-|$)'
$$;
