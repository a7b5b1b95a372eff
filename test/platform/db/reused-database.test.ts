import { expect, inject, test } from 'vitest'
import { openReusedDatabase } from '../../support/reused-database.ts'

const rowsOf = async (text: string) => {
  const client = await openReusedDatabase(inject('template'))
  const { rows } = await client.query(text)
  await client.close()
  return rows
}
const countWorkspaces = 'SELECT count(*)::int AS count FROM workspaces'

test.runIf(inject('postgres') === null)(
  'the next test finds nothing of the tests before it in their database',
  async () => {
    const changes = [
      `INSERT INTO workspaces (id, name, plan) VALUES (gen_random_uuid(), 'A', 'enterprise')`,
      'CREATE TABLE leftovers (id int)',
      'ALTER TABLE courses DISABLE TRIGGER storage_update',
      'ALTER FUNCTION live_release_number SET work_mem = 1000',
      `ALTER DATABASE postgres SET work_mem = '1MB'`,
      `SET search_path = 'nowhere'`,
      `INSERT INTO workspaces (id, name, plan) VALUES (gen_random_uuid(), 'A', 'enterprise'); ANALYZE workspaces`,
      `UPDATE _sql_scripts SET checksum = 'x'`,
    ]
    const countStatistics = 'SELECT count(*)::int AS count FROM pg_statistic s WHERE s.starelid >= 16384'
    const statistics = await rowsOf(countStatistics)
    const [fingerprint] = await rowsOf(`SELECT md5(string_agg(p.*::text, '' ORDER BY p.oid)) AS hash FROM pg_proc p`)
    for (const change of changes) {
      const client = await openReusedDatabase(inject('template'))
      await client.exec(change)
      await client.close()
      expect(await rowsOf(countWorkspaces)).toEqual([{ count: 0 }])
      expect(await rowsOf("SELECT to_regclass('public.leftovers') AS leftovers")).toEqual([{ leftovers: null }])
      expect(await rowsOf(`SELECT md5(string_agg(p.*::text, '' ORDER BY p.oid)) AS hash FROM pg_proc p`)).toEqual([
        fingerprint,
      ])
      expect(
        await rowsOf("SELECT 1 FROM pg_trigger t WHERE t.tgname = 'storage_update' AND t.tgenabled = 'D'"),
      ).toEqual([])
      expect(await rowsOf("SELECT 1 FROM _sql_scripts s WHERE s.checksum = 'x'")).toEqual([])
      expect(await rowsOf('SELECT 1 FROM pg_db_role_setting')).toEqual([])
      expect(await rowsOf(countStatistics)).toEqual(statistics)
    }
  },
)
