import { expect, test } from 'vitest'
import { ofCluster } from '../../../src/platform/db/cluster-texts.ts'
import {
  isDelegated,
  makeDelegatedFunctionSql,
  makeDelegatedTypesSql,
} from '../../../src/platform/db/delegated-statements.ts'
import { splitIntoParts } from '../../../src/platform/db/statement-parts.ts'
import { readStatements } from '../../support/statements.ts'

const write =
  'WITH changed AS (UPDATE a SET b = $2 WHERE a.workspace_id = $1 RETURNING a.id) SELECT c.id FROM changed c'

test('on a cluster, a write of several parts is one call of a function, whose name depends on the text', () => {
  const { text } = ofCluster({ name: 'a_change', text: write })
  expect(text).toMatch(/^SELECT \* FROM statements\.a_change_[0-9a-f]{8}\(\$1, \$2\)$/)
  expect(ofCluster({ name: 'a_change', text: write.replace('b', 'd') }).text).not.toBe(text)
})

test.each([
  ['a read', { text: 'WITH b AS (SELECT 1) SELECT * FROM b' }],
  ['a write of one part', { text: 'UPDATE a SET b = $2 WHERE a.workspace_id = $1' }],
  ['a write of several workspaces', { text: write, acrossWorkspaces: true }],
])('on a cluster, %s stays a statement', (_what, statement) => {
  expect(ofCluster({ name: 'one', ...statement }).text).toBe(statement.text)
})

const id = [{ name: 'id', type: 'uuid' }]
const described = { ...splitIntoParts(write), parameters: ['uuid', 'text'], columns: id }
const change = { ...described, parts: described.parts.map((part) => ({ ...part, columns: id })) }

test('the function of a statement runs its parts in turn, and keeps the rows of each for the others', () => {
  expect(makeDelegatedTypesSql('a_change_1', change.parts)).toEqual([
    'CREATE TYPE statements.a_change_1_changed AS ("id" uuid)',
  ])
  expect(makeDelegatedFunctionSql('a_change_1', change)).toBe(`CREATE FUNCTION statements.a_change_1(uuid, text)
RETURNS TABLE ("id" uuid) LANGUAGE plpgsql AS $statement$
#variable_conflict use_column
DECLARE
  changed_row statements.a_change_1_changed;
  changed_rows statements.a_change_1_changed[] := '{}';
BEGIN
  FOR changed_row IN UPDATE a SET b = $2 WHERE a.workspace_id = $1 RETURNING a.id LOOP changed_rows := array_append(changed_rows, changed_row); END LOOP;
  RETURN QUERY WITH changed AS (SELECT * FROM unnest(changed_rows)) SELECT c.id FROM changed c;
END $statement$`)
})

test('a part without rows is run only, and a statement without columns returns no row', () => {
  const parts = [{ name: 'b', text: 'DELETE FROM a WHERE a.workspace_id = $1', columns: [] }]
  const main = 'UPDATE a SET b = $2 WHERE a.workspace_id = $1'
  const set = makeDelegatedFunctionSql('a_set_1', { parts, main, parameters: ['uuid', 'text'], columns: [] })
  expect(set).toContain(`RETURNS TABLE ("nothing" integer)`)
  expect(set).toContain(`BEGIN\n  ${parts[0]!.text};\n  ${main};\nEND`)
})

test('a part with a WITH clause of its own keeps it', () => {
  const parts = [
    ...change.parts,
    { name: 'd', text: 'WITH e AS (SELECT 1) INSERT INTO f SELECT * FROM changed', columns: [] },
  ]
  expect(makeDelegatedFunctionSql('a_change_1', { ...change, parts })).toContain(
    '  WITH changed AS (SELECT * FROM unnest(changed_rows)), e AS (SELECT 1) INSERT INTO f SELECT * FROM changed;',
  )
})

test('a statement is split at its brackets, not at those in strings, names and comments', () => {
  const text = `SELECT ')' AS "(" /* ( */ FROM (SELECT 1) t -- )\n`
  expect(splitIntoParts(`WITH a AS (${text}), b AS MATERIALIZED (SELECT 2) SELECT * FROM a, b`)).toEqual({
    parts: [
      { name: 'a', text: text.trim() },
      { name: 'b', text: 'SELECT 2' },
    ],
    main: 'SELECT * FROM a, b',
  })
  expect(() => splitIntoParts('WITH a AS (SELECT (1) SELECT 2')).toThrow('not closed')
  expect(() => splitIntoParts('WITH a SELECT 2')).toThrow('not a part')
})

test('every function of the service can be split into its parts', async () => {
  const delegated = (await readStatements()).filter(isDelegated)
  expect(delegated.length).toBeGreaterThan(50)
  for (const { text } of delegated) expect(splitIntoParts(text).parts).not.toEqual([])
})

test('the function of a statement with a lock locks first, and its name depends on the lock', () => {
  const lock = { name: 'a_lock', text: 'SELECT a.id FROM a WHERE a.workspace_id = $1 FOR UPDATE' }
  const sent = ofCluster({ name: 'a_change', text: write, lock })
  expect([sent.text !== ofCluster({ name: 'a_change', text: write }).text, sent.lock]).toEqual([true, undefined])
  expect(makeDelegatedFunctionSql('a_change_1', change, lock.text)).toContain(
    `BEGIN\n  PERFORM a.id FROM a WHERE a.workspace_id = $1 FOR UPDATE;\n  FOR changed_row`,
  )
})

test('the writes of modules, lessons, blocks and courses are functions on a cluster', async () => {
  const texts = new Map((await readStatements()).map((statement) => [statement.name, ofCluster(statement).text]))
  for (const name of [
    'course_insert',
    'course_change',
    'blocks_create',
    'blocks_change',
    'blocks_move',
    'blocks_remove',
  ])
    expect(texts.get(name)).toMatch(/^SELECT \* FROM statements\./)
})
