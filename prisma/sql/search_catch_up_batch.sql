-- Indexes the oldest pending changes of a workspace, at most p_max. Returns how many it took, and which of them failed.
-- A pending change that stands for many records (search_pending_expand) counts as p_max, because more changes follow.
-- Returns no row while another transaction indexes this workspace: one at a time, so that no older text overwrites a newer
-- one. Pending changes are only ever inserted, so a change that commits later is indexed later.
--
-- A record that cannot be indexed is written to search_failures and skipped until it changes. Temporary errors (SQLSTATE
-- classes 08 connection, 40 rollback, 53 resources, 55 locks, 57 operator, 58 system) roll the batch back instead.
CREATE OR REPLACE FUNCTION search_catch_up_batch(p_workspace uuid, p_max integer)
RETURNS TABLE (taken integer, failed json) LANGUAGE plpgsql AS $$
DECLARE
  temporary_classes constant text[] := ARRAY['08', '40', '53', '55', '57', '58'];
  seqs bigint[];
  many record;
  expanded boolean := false;
  one bigint;
  failure record;
  failures json[] := '{}';
BEGIN
  taken := 0;
  failed := '[]';
  IF NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.workspace_id = p_workspace) THEN RETURN NEXT; RETURN; END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('search:' || p_workspace, 7203998215)) THEN RETURN; END IF;
  -- A commit that is lost in a crash leaves its changes pending.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT coalesce(array_agg(f.seq), '{}') INTO seqs FROM (
    SELECT p.seq FROM search_pending p WHERE p.workspace_id = p_workspace ORDER BY p.seq LIMIT p_max
  ) f;
  FOR many IN
    DELETE FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq = ANY(seqs) AND p.kind LIKE 'every %'
    RETURNING p.seq, p.kind, p.id
  LOOP
    PERFORM search_pending_expand(p_workspace, many.kind, many.id, p_max);
    seqs := array_remove(seqs, many.seq);
    expanded := true;
  END LOOP;
  BEGIN
    PERFORM search_index(p_workspace, seqs);
  EXCEPTION WHEN OTHERS THEN
    IF left(SQLSTATE, 2) = ANY(temporary_classes) THEN RAISE; END IF;
    FOREACH one IN ARRAY seqs LOOP
      BEGIN
        PERFORM search_index(p_workspace, ARRAY[one]);
      EXCEPTION WHEN OTHERS THEN
        IF left(SQLSTATE, 2) = ANY(temporary_classes) THEN RAISE; END IF;
        DELETE FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq = one RETURNING p.kind, p.id INTO failure;
        INSERT INTO search_failures AS f (id, kind, workspace_id, reason)
        VALUES (failure.id, failure.kind, p_workspace, SQLERRM)
        ON CONFLICT (workspace_id, id) DO UPDATE SET reason = excluded.reason, failed_at = excluded.failed_at;
        failures := failures || json_build_object('id', failure.id, 'kind', failure.kind, 'reason', SQLERRM);
      END;
    END LOOP;
  END;
  taken := CASE WHEN expanded THEN p_max ELSE cardinality(seqs) END;
  failed := array_to_json(failures);
  RETURN NEXT;
END $$;
