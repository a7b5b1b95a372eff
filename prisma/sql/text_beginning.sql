-- Returns the first p_bytes bytes of a text in UTF-8. If this would cut a character, the function leaves the whole character
-- out. In UTF-8, a byte that begins with the bits 10 continues a character.
CREATE OR REPLACE FUNCTION text_beginning(p_text text, p_bytes integer) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  bytes bytea;
  length integer := p_bytes;
BEGIN
  IF octet_length(p_text) <= p_bytes THEN RETURN p_text; END IF;
  bytes := convert_to(p_text, 'UTF8');
  WHILE length > 0 AND get_byte(bytes, length) & 192 = 128 LOOP length := length - 1; END LOOP;
  RETURN convert_from(substring(bytes FOR length), 'UTF8');
END $$;
