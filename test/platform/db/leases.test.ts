import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  leaseDurationSql,
  leaseRenewalIntervalMs,
  makeLeaseRenewer,
  makeLeaseSecondsLeftSql,
} from '../../../src/platform/db/leases.ts'
import { defineSqlStatement, type SqlRunner, type SqlStatement } from '../../../src/platform/db/statement.ts'

/** Queries that only note the names of their statements. The statement `broken` fails. */
function recordingQueries() {
  const names: string[] = []
  const rows = async <Row>({ name }: SqlStatement<Row>): Promise<Row[]> => {
    names.push(name)
    if (name === 'broken') throw new Error('the database does not answer')
    return []
  }
  const sql: SqlRunner = { rows, write: rows, pipeline: () => Promise.reject(new Error('not used')) }
  return { sql, names }
}

test('a lease that cannot be renewed is logged, and the others are renewed', async () => {
  const { sql, names } = recordingQueries()
  const logged: string[] = []
  const leases = makeLeaseRenewer(
    sql,
    pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) }),
  )
  leases.hold([defineSqlStatement<never>('broken', ''), []])
  leases.hold([defineSqlStatement<never>('good', ''), []])
  await leases.renew()
  expect(names).toEqual(['broken', 'good'])
  expect(logged).toHaveLength(1)
})

test('a released lease is not renewed again', async () => {
  const { sql, names } = recordingQueries()
  const leases = makeLeaseRenewer(sql, pino({ level: 'silent' }))
  const release = leases.hold([defineSqlStatement<never>('released', ''), []])
  leases.hold([defineSqlStatement<never>('kept', ''), []])
  await leases.renew()
  release()
  await leases.renew()
  expect(names).toEqual(['released', 'kept', 'kept'])
})

test('a lease that is released while others are renewed is not renewed', async () => {
  const { sql, names } = recordingQueries()
  let release = () => {}
  const rows: SqlRunner['rows'] = (statement, values) => {
    release()
    return sql.rows(statement, values)
  }
  const leases = makeLeaseRenewer({ ...sql, rows }, pino({ level: 'silent' }))
  leases.hold([defineSqlStatement<never>('first', ''), []])
  release = leases.hold([defineSqlStatement<never>('released', ''), []])
  await leases.renew()
  expect(names).toEqual(['first'])
})

test('a lease lasts three renewals, and its end is told in whole seconds of at least one', () => {
  expect([leaseDurationSql, leaseRenewalIntervalMs]).toEqual(["interval '30 seconds'", 10_000])
  expect(makeLeaseSecondsLeftSql('k.ends_at')).toBe(
    'greatest(1, ceil(extract(epoch FROM k.ends_at - clock_timestamp())))::int',
  )
})
