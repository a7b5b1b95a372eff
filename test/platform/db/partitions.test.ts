import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  makeEmbeddedDatabase,
  makePgliteMigrationTransactionRunner,
} from '../../../src/platform/db/embedded/embedded.ts'
import { withPreparedStatements } from '../../../src/platform/db/embedded/prepared-statements.ts'
import { applyMigrations } from '../../../src/platform/db/migrate.ts'
import { listMigrationNames, readMigrationSql, sqlFunctionsFolder } from '../../../src/platform/db/migrations.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { sampleSqlValues } from '../../support/sql-values.ts'
import { readStatements } from '../../support/statements.ts'
import { partitioned, readTenantTables } from '../../support/tenant-tables.ts'

const statements = (await readStatements()).filter(({ acrossWorkspaces, onCluster }) => !acrossWorkspaces && !onCluster)

// The plan is the same on both databases, and the embedded one needs no server.
describe.skipIf(inject('postgres'))('on tables that are partitioned by workspace', () => {
  let client: PGlite
  let folder: string
  let service: TestService
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coursewright-partitions-'))
    for (const name of await listMigrationNames()) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'migration.sql'), partitioned(await readMigrationSql(name)))
    }
    client = await PGlite.create({ startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC'] })
    await applyMigrations(makePgliteMigrationTransactionRunner(client), {
      migrations: folder,
      scripts: sqlFunctionsFolder,
    })
    service = await startTestService({ db: makeEmbeddedDatabase(withPreparedStatements(client)) })
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })

  /** The partitions, by number, that a text names. */
  const partitionsIn = (text: string) => [...new Set([...text.matchAll(/_p(\d)\b/g)].map(([, number]) => number))]

  async function planOf(text: string): Promise<string> {
    await client.exec(`PREPARE planned AS ${text}`)
    try {
      const { rows } = await client.query<{ types: string[] }>(
        `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'planned'`,
      )
      const [plan] = await client.exec(`EXPLAIN EXECUTE planned ${sampleSqlValues(rows[0]!.types)}`)
      return plan!.rows.map((row) => Object.values(row as object)[0]).join('\n')
    } finally {
      await client.exec('DEALLOCATE planned')
    }
  }

  // This lookup finds the entries of the workspace by the text index, which has the workspace as a word.
  const ofEveryPartition = new Set(['search_words_found'])

  test('every statement is planned for one partition', async () => {
    await client.exec('SET plan_cache_mode = force_custom_plan')
    const several: object[] = []
    for (const { name, text } of statements) {
      const plan = await planOf(text)
      if (partitionsIn(plan).length > 1 && !ofEveryPartition.has(name)) several.push({ name, plan })
    }
    expect(several).toEqual([])
  })

  test('every function reads and writes one partition', async () => {
    await client.exec('SET plan_cache_mode = force_custom_plan')
    const workspaceId = await service.workspace()
    const { course, module, lesson, block } = await createCourseTree(service, await service.key({ workspaceId }))
    const calls = [
      ...[
        ['module', course.id, module.id],
        ['lesson', module.id, lesson.id],
        ['block', lesson.id, block.id],
      ].flatMap(([level, parent, child]) => [
        `SELECT * FROM place_${level}('${workspaceId}', '${parent}', 0, NULL)`,
        `SELECT * FROM place_${level}('${workspaceId}', NULL, 0, '${child}')`,
      ]),
      `SELECT * FROM search_catch_up_batch('${workspaceId}', 4)`,
      `SELECT search_index('${workspaceId}', '{block}', '{${block.id}}')`,
      `SELECT * FROM search_walk('${workspaceId}', '${course.id}', 'entry:${course.id}', 4)`,
      `SELECT course_tallies_add_up('${workspaceId}')`,
    ]
    for (const call of calls) {
      const locked = await client.transaction(async (tx) => {
        await tx.exec(call)
        const { rows } = await tx.query<{ name: string }>(
          `SELECT c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relkind = 'r'`,
        )
        return rows.map(({ name }) => name).join(' ')
      })
      expect({ call, partitions: partitionsIn(locked).length }).toEqual({ call, partitions: 1 })
    }
  })

  test('the API reads and writes partitioned tables', async () => {
    const key = await service.key()
    const call = async (method: string, path: string, body?: object) => {
      const answer = await service.rest(method, path, key, body)
      expect({ method, path, status: answer.status }).toMatchObject({ status: expect.toSatisfy((code) => code < 300) })
      return answer.body?.data
    }
    const { course, module, lesson, block } = await createCourseTree(service, key)
    const other = await createCourseTree(service, key)
    await call('PATCH', `/blocks/${block.id}`, { content: { text: 'Kingfishers eat fish.' } })
    await call('PATCH', `/lessons/${lesson.id}`, { name: 'Light', order: 3 })
    await call('POST', `/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'First' }, order: 0 })
    await call('POST', `/modules/${module.id}/duplicate`)
    await call('POST', `/courses/${course.id}/duplicate`)
    await call('POST', `/modules/${other.module.id}/move`, { courseId: course.id })
    const tree = await call('GET', `/courses/${course.id}/tree`)
    const ids = tree.modules.map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(3)
    await call('PUT', `/courses/${course.id}/modules/order`, { ids: ids.toReversed() })
    await call('PUT', `/courses/${other.course.id}/tree`, { modules: [{ name: 'New', lessons: [{ name: 'New' }] }] })
    const hits = await call('GET', '/search?query=kingfishers')
    expect(hits.length).toBeGreaterThan(0)
    await call('DELETE', `/modules/${module.id}`)
    await call('DELETE', `/courses/${other.course.id}`)
    expect((await call('GET', '/courses')).length).toBe(2)
    for (const name of await readTenantTables()) {
      const { rows } = await client.query<{ parts: number }>(
        `SELECT count(DISTINCT tableoid)::int AS parts FROM ${name} GROUP BY workspace_id`,
      )
      expect(rows.every(({ parts }) => parts === 1)).toBe(true)
    }
  })

  test('a key or slug that another course of the workspace has is refused as on whole tables', async () => {
    const key = await service.key()
    const create = (fields: object) => service.rest('POST', '/courses', key, { name: 'Botany', ...fields })
    for (const field of ['key', 'slug']) {
      expect((await create({ [field]: 'botany' })).status).toBe(201)
      const { status, body } = await create({ [field]: 'botany' })
      expect([status, body.error.details.fields]).toMatchObject([409, [{ path: field }]])
    }
  })
})
