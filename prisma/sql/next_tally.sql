-- Returns the next value of storage_tallies.seq. IMMUTABLE, because a cluster inserts selected rows on their own node only if
-- no volatile function makes a column. The argument is a column of the row, so the function is called for each row.
CREATE OR REPLACE FUNCTION next_tally(p_workspace uuid) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN nextval('storage_tallies_seq_seq');
END $$;
