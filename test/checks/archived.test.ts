import { expect, test } from 'vitest'
import { serviceForTest } from '../support/service.ts'

test('in an archived course, fixes are not previewed and no dismissal is taken back', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const call = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', prerequisites: ['x', 'y'] }] }]
  const { id } = (await call('POST', '/courses', { name: 'Botany', modules })).body.data
  const { findings } = (await call('GET', `/courses/${id}/checks?level=error`)).body.data
  const [one, other] = findings.filter(({ code }: { code: string }) => code === 'prerequisite_not_found')
  await call('POST', `/courses/${id}/dismissals`, { finding: one.id })
  await call('POST', `/courses/${id}/archive`)
  for (const answer of [
    await call('POST', `/courses/${id}/fixes`, { findings: [other.id], dryRun: true }),
    await call('POST', `/courses/${id}/fixes`, { findings: [other.id] }),
    await call('DELETE', `/courses/${id}/dismissals/${one.id}`),
  ])
    expect([answer.status, answer.body.error?.details]).toEqual([409, { reason: 'course_archived', courseId: id }])
  await call('POST', `/courses/${id}/unarchive`)
  expect((await call('DELETE', `/courses/${id}/dismissals/${one.id.toUpperCase()}`)).status).toBe(200)
  expect((await call('DELETE', `/courses/${id}/dismissals/${one.id}`)).status).toBe(404)
  const fixed = await call('POST', `/courses/${id}/fixes`, {
    findings: [one.id, other.id].map((it) => it.toUpperCase()),
  })
  expect([fixed.status, fixed.body.data.fixed]).toEqual([200, [one.id, other.id]])
})
