import { expect, test } from 'vitest'
import { getClusterText } from '../../../src/platform/db/cluster-texts.ts'
import { translateDatabaseFailure } from '../../../src/platform/db/errors.ts'
import { onNode, onNodeOf, workspaceOnNode } from '../../../src/platform/db/statement.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['duplicate key value violates unique constraint "courses_workspace_id_slug_key_102023"', undefined],
  ['duplicate key value', 'courses_workspace_id_slug_key_102023'],
  ['duplicate key value', 'courses_workspace_id_slug_key'],
])('%s, with the constraint %s, has the name that the constraint has on one server', (message, constraint) => {
  const error = Object.assign(failure('23505', message), constraint && { constraint })
  expect(translateDatabaseFailure(error)).toMatchObject({ constraint: 'courses_workspace_id_slug_key' })
})

test('an error of a function has the name of its constraint, also if only the message is passed on', () => {
  const message = 'the lesson has 10,000 blocks, which violates check constraint "sibling_count"'
  expect(translateDatabaseFailure(failure('23514', message))).toMatchObject({ constraint: 'sibling_count' })
})

test.each([
  ['XX000', 'failure on connection marked as essential: 10.0.0.1:5432'],
  ['08006', 'connection to the remote node app@10.0.0.1:5432 failed'],
])('%s %s is a 503 that can be tried again', (code, message) => {
  expect(translateDatabaseFailure(failure(code, message))).toMatchObject({ status: 503 })
})

test('a cluster reads a table of the workspace where a statement says so, and one server has a comment there', () => {
  const text = `SELECT ${workspaceOnNode} FROM a ${onNodeOf('a.id')} UNION SELECT b.id FROM b ${onNode}`
  expect(getClusterText({ text })).toBe(
    'SELECT here.workspace_id FROM a JOIN courses here ON here.workspace_id = $1 AND here.id = a.id UNION SELECT b.id FROM b JOIN statements.workspaces here ON here.workspace_id = $1',
  )
  expect(text.replaceAll(/\/\*.*?\*\//g, '')).toBe('SELECT $1  FROM a  UNION SELECT b.id FROM b ')
})
