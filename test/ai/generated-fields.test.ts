import { expect, test } from 'vitest'
import { parseContentGenerationRequest } from '../../src/ai/generation-request.ts'
import { parseModelAnswer } from '../../src/ai/model-answer.ts'
import { makeModelOutputJsonSchema } from '../../src/ai/output-schema.ts'

const lessonRequest = parseContentGenerationRequest({ prompt: 'Leaves', type: 'lesson' })
const outlineRequest = parseContentGenerationRequest({ prompt: 'Leaves', type: 'outline' })
const blocks = [{ type: 'text', content: { text: 'Light.', format: null } }]
const check = (fields: object) =>
  parseModelAnswer(JSON.stringify({ name: 'Leaves', description: 'D.', ...fields, blocks }), lessonRequest).content

test('the schema of a lesson has the fields that its rows let the model write, each with its bounds', () => {
  const { properties, required } = makeModelOutputJsonSchema(lessonRequest) as {
    properties: object
    required: string[]
  }
  expect(required).toEqual(['name', 'description', 'durationMinutes', 'objectives', 'blocks'])
  expect(properties).toMatchObject({
    durationMinutes: { anyOf: [{ type: 'integer', minimum: 1, maximum: 10_000 }, { type: 'null' }] },
    objectives: { type: 'array', items: { type: 'string' }, maxItems: 5 },
  })
})

test('a generated lesson has the objectives and the duration that the model wrote', () => {
  const fields = { durationMinutes: 30, objectives: ['Name the parts of a leaf'] }
  expect(check(fields)).toMatchObject(fields)
})

test('fields that the model leaves out are empty', () => {
  expect(check({})).toMatchObject({ durationMinutes: null, objectives: [] })
})

test('prerequisites that the model makes up are left out, because it does not know the keys of the course', () => {
  expect(check({ prerequisites: ['light'] })).not.toHaveProperty('prerequisites')
})

test.each([
  [{ durationMinutes: 0 }, { durationMinutes: null }],
  [{ durationMinutes: 12.5 }, { durationMinutes: null }],
  [{ durationMinutes: 'an hour' }, { durationMinutes: null }],
  [{ objectives: 'To know' }, { objectives: [] }],
  [{ objectives: ['', '<script>x</script>'] }, { objectives: ['x'] }],
  [{ objectives: Array.from({ length: 9 }, (_, n) => `${n}`) }, { objectives: ['0', '1', '2', '3', '4'] }],
  [{ objectives: ['x'.repeat(300)] }, { objectives: ['x'.repeat(200)] }],
])('a generated lesson with %j gives %j', (written, expected) => {
  expect(check(written)).toMatchObject(expected)
})

test('an outline has the fields on every level', () => {
  const fields = { name: 'N', description: 'D.', durationMinutes: 5, objectives: ['O'] }
  const outline = { ...fields, modules: [{ ...fields, lessons: [fields] }] }
  expect(parseModelAnswer(JSON.stringify(outline), outlineRequest)).toEqual({ content: outline, problems: [] })
})

test('an outline has at least one module, and of more than twelve modules or lessons the first twelve', () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, description: 'D.' }))
  const parse = (modules: object[]) =>
    parseModelAnswer(JSON.stringify({ name: 'N', description: 'D.', modules }), outlineRequest)
  const modules = names(13).map((fields) => ({ ...fields, lessons: names(13) }))
  const { content } = parse(modules)
  expect([content!.modules!.length, content!.modules!.map(({ lessons }) => lessons.length)]).toEqual([
    12,
    Array(12).fill(12),
  ])
  expect(parse([])).toEqual({ problems: [{ path: 'modules', message: 'must be one or more' }] })
})

test('a block of a type that was not asked for is a problem', () => {
  const video = { type: 'video', content: { transcript: 'T' } }
  const answer = JSON.stringify({ name: 'N', description: 'D.', blocks: [blocks[0], video] })
  expect(parseModelAnswer(answer, lessonRequest).problems).toEqual([
    { path: 'blocks.1.type', message: 'must be one of text, code, quiz' },
  ])
})
