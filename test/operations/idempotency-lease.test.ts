import { expect, onTestFinished, test } from 'vitest'
import { findIdempotentResult, reserveIdempotencyKey } from '../../src/operations/idempotency-store.ts'
import { serviceForTest } from '../support/service.ts'

test('a process whose lease another request has taken stores no result', async () => {
  const service = await serviceForTest()
  const { sql } = service.db
  const workspaceId = await service.workspace()
  const keyed = { callerId: 'key:1', key: 'k', request: Buffer.from('r'), workspaceId }
  const reserve = async () => {
    const reservation = await reserveIdempotencyKey(sql, service.app.services.leases, keyed)
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
