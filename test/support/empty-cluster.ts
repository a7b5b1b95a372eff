import pg from 'pg'

// Each node empties its own shards: a DELETE of the coordinator would be one statement for each shard.
const emptyShards = `DO $do$ DECLARE shard regclass; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR shard IN SELECT c.oid FROM pg_class c WHERE c.relkind = 'r' AND relation_is_a_known_shard(c.oid)
    AND c.relname !~ '^_(prisma_migrations|sql_scripts)_'
  LOOP EXECUTE 'DELETE FROM ' || shard; END LOOP;
END $do$`

/** Deletes all rows of the database of a cluster, without triggers, but not the version of its schema. */
export async function emptyCluster(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'SELECT r.success, r.result FROM run_command_on_all_nodes($1) r',
    [emptyShards],
  )
  await client.end()
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(failed.result)
}
