import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOutline, type Outline, restLevels } from '../course-fixture.ts'
import { type House, makeHouse } from '../house.ts'
import { problem } from '../problems.ts'

let house: House
let key: string
let outline: Outline
beforeAll(async () => {
  house = await makeHouse()
  key = await house.key()
  outline = await makeOutline(house, key)
})
afterAll(() => house.close())

const records = [{ level: 'course' as const, one: (id: string) => `/courses/${id}` }, ...restLevels]

test.each(records)('a $level is not sent again to a client that has it', async ({ level, one }) => {
  const path = one(outline[level].id)
  const read = await house.rest('GET', path, key)
  const etag = read.headers.get('etag')!
  expect(etag).toMatch(/^"[^"]+"$/)
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await house.rest('GET', path, key, undefined, { 'If-None-Match': sent })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('x-ratelimit-remaining')).not.toBeNull()
  }
  const head = await house.rest('HEAD', path, key, undefined, { 'If-None-Match': etag })
  expect(head.status).toBe(304)

  for (const sent of ['"other"', 'v1', '""', `${etag.slice(0, -1)}0"`]) {
    const again = await house.rest('GET', path, key, undefined, { 'If-None-Match': sent })
    expect([again.status, again.body]).toEqual([200, read.body])
  }
})

test.each(records)('a changed $level is sent again', async ({ level, one }) => {
  const path = one(outline[level].id)
  const old = (await house.rest('GET', path, key)).headers.get('etag')!
  const change = level === 'block' ? { content: { text: 'New.' } } : { name: 'New' }
  const changed = await house.rest('PATCH', path, key, change)
  expect(changed.headers.get('etag')).not.toBe(old)
  const again = await house.rest('GET', path, key, undefined, { 'If-None-Match': old })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([
    200,
    changed.body,
    changed.headers.get('etag'),
  ])
})

test('a record that another write moved along is sent again', async () => {
  const path = `/modules/${outline.module.id}`
  const old = (await house.rest('GET', path, key)).headers.get('etag')!
  await house.rest('POST', `/courses/${outline.course.id}/modules`, key, { name: 'First', order: 0 })
  const again = await house.rest('GET', path, key, undefined, { 'If-None-Match': old })
  expect([again.status, again.body.data.order]).toEqual([200, 1])
})

test('a list, an error and a missing record have no entity tag', async () => {
  for (const path of ['/courses', '/courses/x', '/block-types', `/courses/${outline.course.id}/modules`]) {
    expect((await house.rest('GET', path, key)).headers.get('etag')).toBeNull()
  }
})

test.each(records)(
  'a $level is changed and deleted only at the version that If-Match names',
  async ({ level, one }) => {
    const own = await makeOutline(house, key)
    const path = one(own[level].id)
    const change = level === 'block' ? { content: { text: 'New.' } } : { name: 'New' }
    const tag = (await house.rest('GET', path, key)).headers.get('etag')!
    const changed = await house.rest('PATCH', path, key, change, { 'If-Match': tag })
    expect(changed.status).toBe(200)
    const { version } = changed.body.data
    const title = level[0]!.toUpperCase() + level.slice(1)
    const refusal = problem(
      'precondition_failed',
      `${title} has changed; it is at version ${version}. Read it again.`,
      {
        currentVersion: version,
      },
    )
    for (const sent of [tag, '"nonsense"', 'nonsense', `W/"v${version}"`]) {
      const stale = await house.rest('PATCH', path, key, change, { 'If-Match': sent })
      expect([stale.status, stale.body]).toEqual([412, refusal])
      const kept = await house.rest('DELETE', path, key, undefined, { 'If-Match': sent })
      expect([kept.status, kept.body]).toEqual([412, refusal])
    }
    expect((await house.rest('GET', path, key)).body).toEqual(changed.body)
    expect((await house.rest('DELETE', path, key, undefined, { 'If-Match': '*' })).status).toBe(200)
  },
)
