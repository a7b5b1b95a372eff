import { expect, test } from 'vitest'
import { makeCheckCourseToolAnswer } from '../../src/checks/tool-answer.ts'
import { serviceForTest } from '../support/service.ts'

const blocks = Array.from({ length: 60 }, () => ({ type: 'image', content: { url: 'https://a.example/leaf.png' } }))
const heading = { type: 'text', content: { text: '## Light\n\n#### Shade' } }

test('an agent checks a course in a short answer, and applies a fix', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', blocks: [heading, ...blocks] }] }]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Botany', language: 'en', modules })
  const id: string = body.data.id
  const call = async (name: string, args: object) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    }
    const { text } = await service.http('/mcp', { method: 'POST', headers, body: JSON.stringify(message) })
    const { content } = JSON.parse(text.replace(/^(?:event: message\n)?data: /, '')).result
    return { text: content[0].text, data: JSON.parse(content[0].text) }
  }
  const all = await call('check_course', { id })
  expect(all.text.length).toBeLessThanOrEqual(5000)
  const { counts, findings, omitted } = all.data
  expect(counts).toEqual({ error: 60, warning: 1, info: 0, dismissed: 0 })
  expect(findings.length + omitted).toBe(61)
  const found = await service.rest('GET', `/courses/${id}/checks`, key)
  const fixable = found.body.data.findings.find(({ fix }: { fix: string | null }) => fix !== null)
  const fixed = await call('apply_fixes', { id, findings: [fixable.id] })
  expect(fixed.data).toEqual({ treeVersion: expect.any(Number), fixed: [fixable.id], skipped: [] })
  expect((await call('check_course', { id })).data.counts.warning).toBe(0)
})

test('one long finding does not make the short answer longer', () => {
  const finding = { id: 'i', level: 'error', code: 'c', nodeId: 'n', path: '/content', message: 'x'.repeat(9000) }
  const answer = makeCheckCourseToolAnswer({ counts: {}, findings: [finding, finding], omitted: 3 })
  expect(answer).toEqual({ counts: {}, findings: [], omitted: 5 })
})
