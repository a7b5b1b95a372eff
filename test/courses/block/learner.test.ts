import { expect, test } from 'vitest'
import { makeLearnerContent } from '../../../src/courses/block/learner.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from '../../../src/courses/block/types.ts'
import type { JsonObject } from '../../../src/operations/json-object.ts'
import { sampleCourse } from '../../../src/sample/course.ts'

const blocks = [
  ...sampleCourse.modules.flatMap(({ lessons }) => lessons.flatMap((lesson) => lesson.blocks)),
  ...blockTypeNames.map((type) => ({ type, content: blockTypeDefinitionByName[type].example })),
].map(({ type, content }) => ({ type, content: content as JsonObject }))

/** Returns the values of the secret members of a content, written as JSON. */
function findSecrets(type: BlockType, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { names } = blockTypeDefinitionByName[type].secrets
  return Object.entries(value).flatMap(([name, inner]) =>
    names.includes(name) ? [JSON.stringify({ [name]: inner }).slice(1, -1)] : findSecrets(type, inner),
  )
}

test('the learner’s form of the sample course and of every example has no byte of a secret member', () => {
  let secretCount = 0
  for (const { type, content } of blocks) {
    const secrets = findSecrets(type, content)
    const text = JSON.stringify(makeLearnerContent(type, content))
    secretCount += secrets.length
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    for (const name of blockTypeDefinitionByName[type].secrets.names) expect(text).not.toContain(`"${name}":`)
  }
  expect(secretCount).toBeGreaterThan(20)
})

test('the learner’s form keeps everything that a learner needs to answer', () => {
  expect(makeLearnerContent('quiz', blockTypeDefinitionByName.quiz.example)).toEqual({
    questions: [
      {
        id: 'q1',
        type: 'single_choice',
        prompt: 'What does a plant make from light?',
        options: [
          { id: 'a', text: 'Sugar' },
          { id: 'b', text: 'Salt' },
        ],
        points: 1,
      },
    ],
    passingScore: 1,
  })
})

test('members of its own that an author adds to a quiz, a question or an option do not reach learners', () => {
  const option = { id: 'a', text: 'Sugar', isRight: true, weight: 1 }
  const content = { topic: 'Light', questions: [{ id: 'q1', hint: 'Sweet', options: [option] }] }
  expect(makeLearnerContent('quiz', content)).toEqual({
    questions: [{ id: 'q1', type: 'single_choice', options: [{ id: 'a', text: 'Sugar' }] }],
  })
})

test('the options of a short text do not reach learners, because they can only be right answers', () => {
  const question = { id: 'q1', type: 'short_text', prompt: 'What is sweet?', options: [{ id: 'a', text: 'Sugar' }] }
  expect(makeLearnerContent('quiz', { questions: [question] })).toEqual({
    questions: [{ id: 'q1', type: 'short_text', prompt: 'What is sweet?' }],
  })
})

test('the solution and the tests of code do not reach learners, and its code does', () => {
  const content = { language: 'rust', code: 'fn main() {}', hint: 'Add it.', solution: 'x', tests: 'y' }
  expect(makeLearnerContent('code', content)).toEqual({ language: 'rust', code: 'fn main() {}' })
})

test('an answer deep in the settings of an activity does not reach learners', () => {
  const content = { url: 'https://example.com/', config: { steps: [{ ask: '2 + 2', answer: 4 }] } }
  expect(makeLearnerContent('interactive', content)).toEqual({
    url: 'https://example.com/',
    config: { steps: [{ ask: '2 + 2' }] },
  })
})

test('the content itself keeps its secrets, and a member named __proto__ stays a member', () => {
  const content = JSON.parse('{"config":{"answer":"a","__proto__":{"x":1}}}') as JsonObject
  expect(JSON.stringify(makeLearnerContent('interactive', content))).toBe('{"config":{"__proto__":{"x":1}}}')
  expect(content.config).toHaveProperty('answer', 'a')
})
