import { expect, test } from 'vitest'
import { listMigrationNames, readMigrationSql, readRepeatableScripts } from '../../../src/platform/db/migrations.ts'
import { splitSqlStatements } from '../../../src/platform/db/split-statements.ts'

test('a semicolon in a string, a name, a function or a comment ends no statement', () => {
  const inserted = `INSERT INTO "a;b" VALUES ('it''s; one', 1 - 2 / 3)`
  const made = 'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; END $$'
  expect(splitSqlStatements(`-- one; two\n${inserted};\n/* three; */ ${made};;\nSELECT $1`)).toEqual([
    inserted,
    made,
    'SELECT $1',
  ])
})

test('the statements of every migration and script begin with a command', async () => {
  const migrations = await Promise.all((await listMigrationNames()).map((name) => readMigrationSql(name)))
  const scripts = (await readRepeatableScripts()).map(({ text }) => text)
  const commands = [...migrations, ...scripts].flatMap(splitSqlStatements).map((text) => /^\w+/.exec(text)?.[0])
  expect(commands.length).toBeGreaterThan(150)
  expect([...new Set(commands)].sort()).toEqual(['ALTER', 'CREATE', 'DO', 'DROP', 'INSERT', 'UPDATE'])
})
