import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
/** Texts of a block each, from a few to many bytes a character, by the block's identifier. */
const texts = new Map<string, string>()

const kinds = ['plain ', 'größer ', '長い文 ', '🎓📚 ', 'mixed é 文 🎓 "quoted" \\ \n ']

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  const { lesson } = await createCourseTree(service, key)
  for (const [index, kind] of kinds.entries()) {
    const text = kind.repeat(3000 + 517 * index)
    const made = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: { text } })
    expect(made.body.data.content.text).toBe(text)
    texts.set(made.body.data.id, text)
  }
})
afterAll(() => service.close())

const textOf = async (id: string) => (await service.rest('GET', `/blocks/${id}`, key)).body.data.content.text

test('long answers that are sent at once do not mix', async () => {
  const asked = Array.from({ length: 12 }, () => [...texts.keys()]).flat()
  const read = await Promise.all(asked.map(textOf))
  expect(read).toEqual(asked.map((id) => texts.get(id)))
})

test('an answer that nobody takes to its end leaves the next ones as they are', async () => {
  const [[id, text]] = [...texts].slice(-1) as [[string, string]]
  for (let index = 0; index < 20; index++) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET /api/v1/blocks/${id} HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await once(socket, 'readable')
    socket.destroy()
    expect(await textOf(id)).toBe(text)
  }
})

test('HEAD of a long answer has its length and no body', async () => {
  for (const [id, text] of texts) {
    const {
      headers,
      status,
      text: body,
    } = await service.rest('HEAD', `/blocks/${id}`, key, undefined, {
      'Accept-Encoding': 'identity',
    })
    expect([status, body]).toEqual([200, ''])
    expect(Number(headers.get('content-length'))).toBeGreaterThan(Buffer.byteLength(text))
  }
})
