import { expect, onTestFinished, test } from 'vitest'
import type { GraphQLContext } from '../../src/operations/context.ts'
import { makeLongRunningIdempotentResolver } from '../../src/operations/idempotency.ts'
import { findIdempotentResult, tryToReserveIdempotencyKey } from '../../src/operations/idempotency-store.ts'
import { makeLeaseRenewer } from '../../src/platform/db/leases.ts'
import { runSql } from '../support/row-locks.ts'
import { serviceForTest } from '../support/service.ts'

test('a process whose lease another request has taken stores no result', async () => {
  const service = await serviceForTest()
  const { sql } = service.db
  const workspaceId = await service.workspace()
  const keyed = { callerId: 'key:1', key: 'k', request: Buffer.from('r'), workspaceId }
  const reserve = async () => {
    const reservation = await tryToReserveIdempotencyKey(sql, service.app.services.leases, keyed)
    onTestFinished(() => reservation?.release())
    return reservation
  }
  const first = await reserve()
  await service.db.prisma.idempotencyKey.updateMany({ data: { leasedUntil: new Date(0) } })
  const second = await reserve()
  await expect(first!.settle(sql, '"first"')).rejects.toMatchObject({ code: 'conflict' })
  await second!.settle(sql, '"second"')
  expect(await findIdempotentResult(sql, keyed)).toBe('"second"')
})

test('while the first request holds its lease, Retry-After is what is left of the lease, at most ten seconds', async () => {
  const service = await serviceForTest()
  const { sql, prisma } = service.db
  const keyed = { callerId: 'key:1', key: 'k', request: Buffer.from('r'), workspaceId: await service.workspace() }
  const reservation = await tryToReserveIdempotencyKey(sql, service.app.services.leases, keyed)
  onTestFinished(() => reservation?.release())
  await expect(findIdempotentResult(sql, keyed)).rejects.toMatchObject({ headers: { 'Retry-After': '10' } })
  await prisma.idempotencyKey.updateMany({ data: { leasedUntil: new Date(Date.now() + 3000) } })
  await expect(findIdempotentResult(sql, keyed)).rejects.toMatchObject({ headers: { 'Retry-After': '3' } })
})

test('a reservation that the database does not release leaves the answer as it is, is logged once, and ends with its lease', async () => {
  const service = await serviceForTest()
  const { prisma, sql } = service.db
  const auth = await service.key()
  await runSql(
    sql,
    `CREATE FUNCTION refuse_release() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'not released'; END $$`,
  )
  await runSql(
    sql,
    'CREATE TRIGGER refuse_release BEFORE DELETE ON idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_release()',
  )
  onTestFinished(async () => void (await runSql(sql, 'DROP FUNCTION refuse_release CASCADE')))
  const shade = (text: string) => ({ type: 'text', content: { text } })
  const lessons = [{ name: 'Light', blocks: [shade('## Light\n\n#### Shade')] }]
  const made = await service.rest('POST', '/courses', auth, {
    ...{ name: 'Botany', language: 'en' },
    modules: [{ name: 'Leaves', lessons }],
  })
  const course = `/courses/${made.body.data.id}`
  const [finding] = (await service.rest('GET', `${course}/checks`, auth)).body.data.findings
  const write = (text: string) => service.rest('PATCH', `/blocks/${finding.nodeId}`, auth, { content: { text } })
  const dismiss = async () => {
    const header = { 'Idempotency-Key': 'k' }
    const { status, body } = await service.rest('POST', `${course}/dismissals`, auth, { finding: finding.id }, header)
    return [status, body.error?.message ?? body.data.id]
  }
  const unreleased = () => service.logged.filter(({ msg }) => msg === 'a key was not released')

  await write('## Light')
  expect(await dismiss()).toEqual([404, 'Finding not found.'])
  expect(unreleased()).toMatchObject([{ level: 40, err: { message: expect.stringContaining('not released') } }])

  await write('## Light\n\n#### Shade')
  expect(await dismiss()).toEqual([409, 'The first request with this Idempotency-Key is still running.'])
  await prisma.idempotencyKey.updateMany({ data: { leasedUntil: new Date(0) } })
  await service.app.services.leases.renew()
  expect(await dismiss()).toEqual([201, finding.id])
  expect(await dismiss()).toEqual([201, finding.id])
  expect(unreleased()).toHaveLength(2)
})

test('a process whose lease another request has taken neither renews nor releases it', async () => {
  const service = await serviceForTest()
  const { sql, prisma } = service.db
  const { log } = service.app.services
  const keyed = { callerId: 'key:1', key: 'k', request: Buffer.from('r'), workspaceId: await service.workspace() }
  const [lost, live] = [makeLeaseRenewer(sql, log), makeLeaseRenewer(sql, log)]
  const first = await tryToReserveIdempotencyKey(sql, lost, keyed)
  await prisma.idempotencyKey.updateMany({ data: { leasedUntil: new Date(0) } })
  await tryToReserveIdempotencyKey(sql, live, keyed)
  const soon = new Date(Date.now() + 1000)
  await prisma.idempotencyKey.updateMany({ data: { leasedUntil: soon } })
  const leasedUntil = async () => (await prisma.idempotencyKey.findFirst())?.leasedUntil?.getTime()
  await lost.renew()
  await first!.release()
  expect(await leasedUntil()).toBe(soon.getTime())
  await live.renew()
  expect(await leasedUntil()).toBeGreaterThan(soon.getTime())
})

test('a failed request does not wait for a database that never releases its key', async () => {
  let statements = 0
  const sql = { rows: () => (statements++ === 0 ? Promise.resolve([{}]) : new Promise(() => {})) }
  const context = {
    ...{ db: { sql }, leases: { hold: () => () => {} }, caller: { kind: 'key', keyId: '1' } },
    workspaceId: () => 'w',
  } as unknown as GraphQLContext
  const resolve = makeLongRunningIdempotentResolver('generate', () => Promise.reject(new Error('no model')))
  await expect(resolve({}, { idempotencyKey: 'k' }, context)).rejects.toThrow('no model')
  expect(statements).toBe(2)
})
