import { expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { serviceForTest } from '../support/service.ts'

const questions = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: `q${id}`, type: 'short_text', prompt: 'Which?', answer: 'x' }))

/** Publishes a lesson with a quiz of 400 questions and one of 700, and returns functions that have them checked. */
async function publishQuizzes() {
  // A Redis would keep the counts of an address for other tests.
  const service = await serviceForTest({ env: { REDIS_URL: '' } })
  await openPublishGate(service)
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const blocks = [400, 700].map((count) => ({ type: 'quiz', content: { questions: questions(count) } }))
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const { id } = (await service.rest('POST', '/courses', key, { name: 'Quiz', visibility: 'public', modules })).body
    .data
  await publishCourse(service, key, id)
  const [lesson] = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data.modules[0].lessons
  const [short, long] = lesson.blocks.map((block: { id: string }) => block.id)
  const post = (block: string, answers: number, headers = {}) => {
    const given = Array.from({ length: answers }, (_, index): [string, string] => [`q${index}`, 'x'])
    const body = new URLSearchParams([['block', block], ...given])
    return service.http(`/learn/${publicId}/${id}/${lesson.id}`, { method: 'POST', body, headers })
  }
  const check = () =>
    service.rest('POST', `/delivery/${publicId}/blocks/${short}/check`, undefined, { questionId: 'q0', response: 'x' })
  return { post, check, short, long, key }
}

test('the forms of a page and the checks of the API together check 600 answers in a minute, by address or workspace', async () => {
  const { post, check, short, key } = await publishQuizzes()
  expect((await post(short, 400)).status).toBe(200)
  expect((await check()).status).toBe(200)
  expect((await post(short, 0)).status).toBe(200)
  expect((await post(short, 199)).status).toBe(200)
  const refused = await post(short, 1, { 'Accept-Language': 'en' })
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('<h1>Too many requests</h1>')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-ratelimit-limit')).toBe('600')
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(refused.headers.get('cache-control')).toBe('private, no-store')
  expect((await check()).status).toBe(429)
  expect((await post(short, 0)).status).toBe(200)
  expect((await post(short, 400, { Authorization: `Bearer ${key}` })).status).toBe(200)
})

test('a quiz with more questions than the limit is checked once in a minute', async () => {
  const { post, long, short } = await publishQuizzes()
  expect((await post(long, 700)).status).toBe(200)
  expect([(await post(short, 1)).status, (await post(long, 700)).status]).toEqual([429, 429])
})
