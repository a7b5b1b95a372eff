-- A key that could delete content before can still do so.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'courses:delete')
WHERE 'courses:write' = ANY ("scopes") AND NOT 'courses:delete' = ANY ("scopes");
