import { parse } from 'libpg-query'
import { expect, test } from 'vitest'
import { readRepeatableScripts } from '../../../src/platform/db/migrations.ts'
import {
  hasUnsafeTime,
  insertedTables,
  locksWithoutOrder,
  pageSortColumns,
  statementsInFunctions,
  unboundTables,
} from '../../support/sql-analysis.ts'
import { readStatements } from '../../support/statements.ts'
import { readTables, readTenantTables } from '../../support/tenant-tables.ts'

const statements = await readStatements()
const tenantTables = new Set(await readTenantTables())

test('no two statements share a name, because PostgreSQL prepares a statement under its name', () => {
  const names = statements.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(100)
  expect([...new Set(names)]).toEqual(names)
})

test('the keys of every table of a workspace begin with the workspace', async () => {
  const tables = await readTables()
  expect(tenantTables.size).toBeGreaterThan(10)
  for (const name of tenantTables) expect(tables.get(name)).toMatch(/PRIMARY KEY \("workspace_id",/)
})

test('every statement binds each table of a workspace by its workspace_id', async () => {
  const unbound = await Promise.all(
    statements
      .filter(({ acrossWorkspaces }) => !acrossWorkspaces)
      .map(async ({ name, text }) => ({ name, tables: unboundTables(await parse(text), tenantTables) })),
  )
  expect(unbound.filter(({ tables }) => tables.length > 0)).toEqual([])
})

test('only jobs read or write several workspaces', () => {
  const names = statements.filter(({ acrossWorkspaces }) => acrossWorkspaces).map(({ name }) => name)
  expect(names.sort()).toEqual([
    'ai_workspaces_with_expired',
    'ai_workspaces_with_old',
    'assets_abandoned',
    'assets_completed',
    'assets_deleting',
    'assets_workspaces',
    'changes_workspaces',
    'course_tallies_crowded',
    'idempotency_workspaces_with_expired',
    'releases_crowded',
    'releases_due',
    'releases_of_deleted_or_returned_courses',
    'releases_of_expired_courses',
    'search_unindexed_workspaces',
    'storage_take_due',
    'storage_tallies_crowded',
    'trash_crowded',
    'trash_expired',
    'usage_workspaces_with_expired',
  ])
})

test('what decides on a write, a search and the scheduled jobs read the primary database', () => {
  const names = statements.filter(({ onPrimary }) => onPrimary).map(({ name, composer }) => composer ?? name)
  expect([...new Set(names)].sort()).toEqual([
    'ai_workspaces_with_expired',
    'ai_workspaces_with_old',
    'assets_abandoned',
    'assets_completed',
    'assets_deleting',
    'assets_workspaces',
    'changes_workspaces',
    'content_found',
    'course_tallies_add_up',
    'course_tallies_crowded',
    'courses_found',
    'idempotency_workspaces_with_expired',
    'release_clock',
    'releases_crowded',
    'releases_due',
    'releases_of_deleted_or_returned_courses',
    'releases_of_expired_courses',
    'search_catch_up_batch',
    'search_prefer_index',
    'search_time',
    'search_unindexed_workspaces',
    'search_words_found',
    'storage_add_up',
    'storage_recount',
    'storage_recount_time',
    'storage_take_due',
    'storage_tallies_crowded',
    'trash_crowded',
    'trash_entry',
    'trash_expired',
    'trash_oldest',
    'usage_workspaces_with_expired',
  ])
})

test('a statement that locks several rows locks them in the order of their ids, so that two writers do not deadlock', async () => {
  const locking = statements.filter(({ text }) => / FOR (NO KEY )?UPDATE/.test(text))
  expect(locking.length).toBeGreaterThan(7)
  const unordered = await Promise.all(
    locking.map(async ({ name, text }) => (locksWithoutOrder(await parse(text)) ? [name] : [])),
  )
  expect(unordered.flat()).toEqual([])
})

test('every function binds each table of a workspace by its workspace_id', async () => {
  for (const { name, text } of await readRepeatableScripts()) {
    const found = await statementsInFunctions(text)
    expect(found.length).toBeGreaterThan(0)
    for (const statement of found) {
      const tables = unboundTables(await parse(statement), tenantTables)
      expect({ name, statement, tables }).toEqual({ name, statement, tables: [] })
    }
  }
})

test('every INSERT of modules, lessons or blocks counts its bytes', async () => {
  const inserts = await Promise.all(
    statements.map(async ({ name, text }) => ({ name, text, tables: insertedTables(await parse(text)) })),
  )
  const outline = inserts.filter(({ tables }) => tables.some((table) => /^(modules|lessons|blocks)$/.test(table)))
  expect(outline).toHaveLength(12)
  // The rows of `changes` have a column for the bytes.
  const counts = ({ text, tables }: (typeof outline)[number]) =>
    /octet_length/.test(text) && (tables.includes('storage_tallies') || tables.includes('changes'))
  expect(outline.filter((insert) => !counts(insert)).map(({ name }) => name)).toEqual([])
})

test('every statement that increases the tree version of a course refuses an archived course', async () => {
  const increases = (text: string) => /\btree_version = (?!\$|excluded)/.test(text)
  const inFunctions = await Promise.all(
    (await readRepeatableScripts()).map(async ({ text }) => statementsInFunctions(text)),
  )
  const texts = [...statements.map(({ text }) => text), ...inFunctions.flat()].filter(increases)
  const unguarded = texts.filter((text) => !text.includes('refuse_archived_course'))
  expect(texts.length - unguarded.length).toBeGreaterThan(10)
  const names = statements.filter(({ text }) => unguarded.includes(text)).map(({ name }) => name)
  // One archives and unarchives courses, the other changes the tree version only of courses that are not archived.
  expect([names.sort(), unguarded.length]).toEqual([['course_archive', 'release_live_state_store'], 2])
})

test('every statement that increases the tree version of a course, or writes a course, records the change', async () => {
  const changes = (text: string) => /\btree_version = (?!\$|excluded)|\bplace_(module|lesson|block)\(/.test(text)
  const own = await Promise.all(
    statements.map(async ({ name, text }) => {
      const tables = insertedTables(await parse(text))
      const writesCourse = tables.includes('courses') || /DELETE FROM courses\b/.test(text)
      return changes(text) || writesCourse ? [{ name, records: tables.includes('changes') }] : []
    }),
  )
  expect(own.flat().length).toBeGreaterThan(30)
  expect(own.flat().filter(({ records }) => !records)).toEqual([])
  const functions = await readRepeatableScripts()
  const increasing = functions.filter(({ text }) => /\btree_version = /.test(text)).map(({ name }) => name)
  expect(increasing).toEqual(['place_block.sql', 'place_lesson.sql', 'place_module.sql'])
})

test('no statement reads the time in a branch of an UPDATE or in DO UPDATE', async () => {
  const unsafe = await Promise.all(
    statements.map(async ({ name, text }) => (hasUnsafeTime(await parse(text)) ? [name] : [])),
  )
  expect(unsafe.flat()).toEqual([])
})

test('the order of every page ends with a column that no two of its rows share', async () => {
  const pages = await Promise.all(
    statements.map(async ({ name, text }) => ({ name, columns: pageSortColumns(await parse(text)) })),
  )
  const paged = pages.filter(({ columns }) => columns.length > 0)
  expect(paged.length).toBeGreaterThan(6)
  // No two children of a parent have the same `order`, and no two releases of a course the same `number`.
  const unique = new Set<string | undefined>(['id', 'order', 'number'])
  expect(paged.filter(({ columns }) => !columns.every((column) => unique.has(column)))).toEqual([])
})

test.each([
  ['a join', 'SELECT 1 FROM blocks b JOIN lessons l ON l.id = b.lesson_id WHERE b.workspace_id = $1', ['lessons l']],
  ['OR', 'DELETE FROM blocks b WHERE b.workspace_id = $1 OR b.id = $2', ['blocks b']],
  ['a subquery', 'SELECT (SELECT count(*) FROM blocks b WHERE b.id = $1) FROM users', ['blocks b']],
  ['UNION', 'SELECT 1 FROM users UNION ALL SELECT 1 FROM modules m WHERE m.id = $1', ['modules m']],
  ['an INSERT', 'INSERT INTO usage_hours (hour) VALUES ($1)', ['INSERT INTO usage_hours']],
])('a table that is not bound in %s is found', async (_where, text, tables) => {
  expect(unboundTables(await parse(text), tenantTables)).toEqual(tables)
})

test.each([
  'UPDATE courses c SET updated_at = CASE WHEN $2 THEN now() ELSE c.updated_at END WHERE c.workspace_id = $1',
  'INSERT INTO users (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET created_at = now()',
])('a time that is unsafe is found in %s', async (text) => {
  expect(hasUnsafeTime(await parse(text))).toBe(true)
})
