import { expect, test } from 'vitest'
import { readPublishedQuestion } from '../../src/delivery/quiz.ts'
import type { GraphQLContext } from '../../src/operations/context.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'

test('a quiz that was moved through many courses is looked for in 10 of them', async () => {
  const names: string[] = []
  const rows = async ({ name }: { name: string }) => {
    names.push(name)
    const courses = Array.from({ length: 11 }, () => ({ courseId: makeUuidV7(), lessonId: makeUuidV7(), hash: 'x' }))
    return name === 'delivery_nodes_of_quiz' ? courses : []
  }
  const learner = { workspaceId: makeUuidV7(), hashSecret: 'x', isMember: true, isAnonymous: false }
  const context = { db: { sql: { rows } } } as unknown as GraphQLContext
  const reading = readPublishedQuestion(context, learner, { blockId: makeUuidV7(), questionId: 'q1' })
  await expect(reading).rejects.toMatchObject({ code: 'not_found' })
  expect(names).toEqual(['delivery_nodes_of_quiz', ...Array(10).fill('delivery_live_by_id')])
})

test('a quiz in the live releases of more than 10 courses requires the course', async () => {
  const courses = Array.from({ length: 11 }, () => ({ courseId: makeUuidV7(), lessonId: makeUuidV7(), hash: 'x' }))
  /** Returns the live release of a course, in whose only lesson the quiz is. */
  const releaseOf = (id: string) => {
    const { courseId, lessonId, hash } = courses.find((one) => one.courseId === id)!
    const outline = { id: courseId, name: 'Botany', modules: [{ id: makeUuidV7(), lessons: [{ id: lessonId, hash }] }] }
    const release = { courseId, releaseId: makeUuidV7(), number: 1, hash: 'y', visibility: 'public' }
    return { ...release, outline: JSON.stringify(outline) }
  }
  const rows = async ({ name }: { name: string }, [, id]: [string, string]) =>
    name === 'delivery_nodes_of_quiz' ? courses : [releaseOf(id)]
  const learner = { workspaceId: makeUuidV7(), hashSecret: 'x', isMember: true, isAnonymous: false }
  const context = { db: { sql: { rows } } } as unknown as GraphQLContext
  const reading = readPublishedQuestion(context, learner, { blockId: makeUuidV7(), questionId: 'q1' })
  await expect(reading).rejects.toMatchObject({ code: 'invalid_request', details: { fields: [{ path: 'course' }] } })
})
