import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let base: string
let courseId: string
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  base = `/learn/${publicId}`
  const quiz = {
    questions: [
      { id: 'q', type: 'short_text', prompt: 'What is green?', answer: 'xanthophyll', explanation: 'Carotene.' },
    ],
  }
  const lessons = [
    {
      name: 'Roots',
      blocks: [{ type: 'text', content: { text: 'They drink **water** and `salt <b>`. No café here.' } }],
    },
    { name: 'Water', description: 'How it rises.', blocks: [{ type: 'quiz', content: quiz }] },
    { name: '葉', blocks: [{ type: 'text', content: { text: '植物は光を受けて糖をつくります。' } }] },
  ]
  const course = { name: 'Plants', slug: 'plants', visibility: 'public', modules: [{ name: 'One', lessons }] }
  courseId = (await service.rest('POST', '/courses', key, course)).body.data.id
  await publishCourse(service, key, courseId)
})
afterAll(() => service.close())

const search = (query: string) => service.http(`${base}/plants?${new URLSearchParams({ q: query })}`)

/** Returns the names of the lessons on a page of results, and their excerpts. */
async function find(query: string): Promise<[name: string, excerpt: string | undefined][]> {
  const { status, text } = await search(query)
  expect(status).toBe(200)
  const found = text.slice(text.indexOf('<div class="found">'), text.indexOf('<p class="back">'))
  return [...found.matchAll(/<li><a href="[^"]*">([^<]*)<\/a>(?:<p>(.*?)<\/p>)?<\/li>/gs)].map(([, name, excerpt]) => [
    name!,
    excerpt,
  ])
}

test('a search finds lessons by their names and texts, names first, with the words marked', async () => {
  expect(await find('water')).toEqual([
    ['Water', undefined],
    ['Roots', expect.stringContaining('<mark>water</mark> and salt &lt;b&gt;')],
  ])
  expect(await find('CAFE')).toEqual([['Roots', expect.stringContaining('<mark>café</mark>')]])
  expect(await find('roots salt')).toEqual([['Roots', expect.stringContaining('<mark>salt</mark>')]])
  expect(await find('光')).toEqual([['葉', expect.stringContaining('<mark>光</mark>')]])
  expect(await find('water moon')).toEqual([])
})

test('a result leads to the block with the words', async () => {
  const { body } = await service.rest('GET', `/courses/${courseId}/tree`, key)
  const [roots] = body.data.modules[0].lessons
  expect((await search('salt')).text).toContain(`href="${base}/plants/${roots.id}#block-${roots.blocks[0].id}"`)
})

test('a search finds no answer and no explanation of a quiz', async () => {
  expect((await find('green')).map(([name]) => name)).toEqual(['Water'])
  expect(await find('xanthophyll')).toEqual([])
  expect(await find('carotene')).toEqual([])
})

test('a search shows what was typed as text, and says if there is nothing', async () => {
  const { text } = await search('<script>"')
  expect(text).toContain('value="&lt;script&gt;&quot;"')
  expect(text).toContain('Nothing found.')
})

test('a page of results is kept by no cache, and is not for search engines', async () => {
  const { headers, text } = await search('water')
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-store', null])
  expect(text).toContain('<meta name="robots" content="noindex">')
})

test('an empty search is the page of the course, and a long one is cut', async () => {
  expect((await search(' ')).text).toContain('<h1 dir="auto">Plants</h1>')
  expect((await search('x'.repeat(3000))).text).toContain(`value="${'x'.repeat(200)}"`)
})

test('a preview finds what the draft has', async () => {
  const { body } = await service.rest('GET', `/courses/${courseId}/tree`, key)
  await service.rest('POST', `/modules/${body.data.modules[0].id}/lessons`, key, { name: 'Moss' })
  const { token } = (await service.rest('POST', `/courses/${courseId}/preview-links`, key, {})).body.data
  expect((await service.http(`/preview/${token}?q=moss`)).text).toContain('>Moss</a>')
  expect(await find('moss')).toEqual([])
})
