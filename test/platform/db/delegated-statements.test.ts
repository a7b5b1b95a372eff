import { expect, test } from 'vitest'
import { ofCluster } from '../../../src/platform/db/cluster-texts.ts'
import { makeDelegatedFunctionSql } from '../../../src/platform/db/delegated-statements.ts'
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

test('the function of a statement has its parameters and columns, and one without columns returns no row', () => {
  expect(makeDelegatedFunctionSql('a_change', write, ['uuid', 'text'], [{ name: 'id', type: 'uuid' }])).toContain(
    `(uuid, text)\nRETURNS TABLE ("id" uuid) LANGUAGE plpgsql AS $statement$\n#variable_conflict use_column\nBEGIN\n  RETURN QUERY ${write};\nEND`,
  )
  const withoutColumns = 'WITH b AS (SELECT 1) UPDATE a SET b = $2 WHERE a.workspace_id = $1'
  expect(makeDelegatedFunctionSql('a_set', withoutColumns, ['uuid', 'text'], [])).toContain(
    `RETURNS TABLE ("nothing" integer) LANGUAGE plpgsql AS $statement$\n#variable_conflict use_column\nBEGIN\n  ${withoutColumns};\nEND`,
  )
})

test('the function of a statement with a lock locks first, and its name depends on the lock', () => {
  const lock = { name: 'a_lock', text: 'SELECT a.id FROM a WHERE a.workspace_id = $1 FOR UPDATE' }
  const sent = ofCluster({ name: 'a_change', text: write, lock })
  expect([sent.text !== ofCluster({ name: 'a_change', text: write }).text, sent.lock]).toEqual([true, undefined])
  expect(makeDelegatedFunctionSql('a_change', write, ['uuid'], [{ name: 'id', type: 'uuid' }], lock.text)).toContain(
    `BEGIN\n  PERFORM a.id FROM a WHERE a.workspace_id = $1 FOR UPDATE;\n  RETURN QUERY ${write};\nEND`,
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
