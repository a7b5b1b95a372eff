import { expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { serviceForTest } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'

test('one statement reads the live releases of all courses of a list', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  await openPublishGate(service)
  for (const name of ['Mosses', 'Ferns', 'Algae']) {
    const { status } = await service.rest('POST', '/courses', key, { name, published: true })
    expect(status).toBe(201)
  }
  const statements = await statementsOf(async () => {
    const { data } = await service.graphql('{ coursePage { items { liveRelease { number } } } }', key)
    expect(data.coursePage.items).toEqual(Array.from({ length: 3 }, () => ({ liveRelease: { number: 1 } })))
  })
  expect(statements.filter((text) => /\breleases\b/.test(text))).toHaveLength(1)
})
