import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../../support/course-fixture.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let key: string
let token: string
let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  key = await service.key()
  await openPublishGate(service)
  token = await provider.token('ann')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const run = async (document: string, variables: Record<string, unknown>, credential = key) => {
  const { data, errors } = await service.graphql(document, credential, variables)
  expect(errors).toBeUndefined()
  return data
}
const courseFields = 'id status treeVersion liveReleaseNumber hasUnpublishedChanges lessonCount blockCount'
const readCourse = async (id: string) =>
  (await run(`query ($id: ID!) { course(id: $id) { ${courseFields} } }`, { id })).course
const readBlock = async (id: string) =>
  (await run('query ($id: ID!) { block(id: $id) { id version content } }', { id })).block

test('a publish, a change of a release and a dry run return the course as a query reads it afterwards', async () => {
  const { course } = await createCourseTree(service, key)
  const publish = `mutation ($id: ID!, $input: CreateReleaseInput!) {
    createRelease(courseId: $id, input: $input) { course { ${courseFields} } release { number } } }`
  const dry = await run(publish, { id: course.id, input: { dryRun: true } })
  expect(dry.createRelease).toEqual({ course: await readCourse(course.id), release: null })
  const { createRelease } = await run(publish, { id: course.id, input: {} })
  expect(createRelease.course).toEqual(await readCourse(course.id))
  expect(createRelease.course).toMatchObject({ status: 'published', liveReleaseNumber: 1 })
  const { updateRelease } = await run(
    `mutation ($id: ID!) { updateRelease(courseId: $id, number: 1, input: { liveFrom: null }) { course { ${courseFields} } } }`,
    { id: course.id },
  )
  expect(updateRelease.course).toEqual(await readCourse(course.id))
  expect(updateRelease.course.liveReleaseNumber).toBeNull()
})

test.each(['module', 'lesson', 'block'] as const)(
  'the delete and the restore of a %s return its course and its parent as they are then',
  async (level) => {
    const tree = await createCourseTree(service, key)
    const parent = { module: tree.course, lesson: tree.module, block: tree.lesson }[level]
    const title = `${level[0]!.toUpperCase()}${level.slice(1)}`
    const parentFields =
      '__typename ... on Course { lessonCount } ... on Module { lessonCount } ... on Lesson { blocks { id } }'
    const removed = (
      await run(
        `mutation ($id: ID!) { delete${title}(id: $id) {
          trashId deletedId course { ${courseFields} } parent { id ${parentFields} } } }`,
        { id: tree[level].id },
      )
    )[`delete${title}`]
    expect(removed.course).toEqual(await readCourse(tree.course.id))
    const after = level === 'block' ? { blocks: [] } : { lessonCount: 0 }
    expect(removed.parent).toEqual({ __typename: expect.any(String), id: parent.id, ...after })
    const { restoreTrashEntry } = await run(
      `mutation ($id: ID!) { restoreTrashEntry(id: $id) {
        record { __typename id } parent { id ${parentFields} } course { ${courseFields} } } }`,
      { id: removed.trashId },
    )
    expect(restoreTrashEntry.record).toEqual({ __typename: title, id: tree[level].id })
    expect(restoreTrashEntry.parent.id).toBe(parent.id)
    expect(restoreTrashEntry.course).toEqual(await readCourse(tree.course.id))
  },
)

test('a deleted course and a trash entry deleted for good have no course and no parent', async () => {
  const { course } = await createCourseTree(service, key)
  const { deleteCourse } = await run(
    'mutation ($id: ID!) { deleteCourse(id: $id) { trashId course { id } parent { id } } }',
    { id: course.id },
  )
  expect(deleteCourse).toMatchObject({ course: null, parent: null })
  const { deleteTrashEntry } = await run(
    'mutation ($id: ID!) { deleteTrashEntry(id: $id) { deletedId course { id } parent { id } } }',
    { id: deleteCourse.trashId },
  )
  expect(deleteTrashEntry).toEqual({ deletedId: deleteCourse.trashId, course: null, parent: null })
})

test('fixes, dismissals and link checks return the course, and fixes the blocks that they change', async () => {
  const { course, block } = await createCourseTree(service, key)
  await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: '# Light\n\n### Leaves' } })
  const { courseChecks } = await run(
    'query ($id: ID!) { courseChecks(id: $id) { findings { findingId fix nodeId } } }',
    {
      id: course.id,
    },
  )
  const fixable = courseChecks.findings.filter(
    ({ fix, nodeId }: { fix: boolean; nodeId: string }) => fix && nodeId === block.id,
  )
  const { applyFixes } = await run(
    `mutation ($id: ID!, $ids: [ID!]!) { applyFixes(id: $id, input: { findings: $ids }) {
      course { ${courseFields} } blocks { record { __typename ... on Block { id version content } } } } }`,
    { id: course.id, ids: fixable.map(({ findingId }: { findingId: string }) => findingId) },
  )
  expect(applyFixes.course).toEqual(await readCourse(course.id))
  expect(applyFixes.blocks).toEqual([{ record: { __typename: 'Block', ...(await readBlock(block.id)) } }])
  const [other] = courseChecks.findings.filter(({ nodeId }: { nodeId: string }) => nodeId !== block.id)
  const { dismissFinding } = await run(
    'mutation ($id: ID!, $finding: ID!) { dismissFinding(id: $id, input: { finding: $finding }) { findingId course { id } } }',
    { id: course.id, finding: other.findingId },
  )
  expect(dismissFinding).toEqual({ findingId: other.findingId, course: { id: course.id } })
  const { undismissFinding } = await run(
    'mutation ($id: ID!, $finding: ID!) { undismissFinding(id: $id, findingId: $finding) { course { id } parent { id } } }',
    { id: course.id, finding: other.findingId },
  )
  expect(undismissFinding).toEqual({ course: { id: course.id }, parent: null })
  const { checkLinks } = await run('mutation ($id: ID!) { checkLinks(id: $id, input: {}) { course { id } } }', course)
  expect(checkLinks.course).toEqual({ id: course.id })
})

test('generated content that is appended returns the record to which it was added', async () => {
  const { lesson } = await createCourseTree(service, key)
  const generate = (input: object) =>
    run(
      `mutation ($input: GenerateContentInput!) { generateContent(input: $input) {
        created target { id ... on Lesson { blocks { id } module { course { id } } } } } }`,
      { input: { prompt: 'Leaves', type: 'quiz', ...input } },
    )
  const { created, target } = (await generate({ mode: 'append', lessonId: lesson.id })).generateContent
  expect(target).toMatchObject({ id: lesson.id })
  expect(target.blocks.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(created))
  expect((await generate({})).generateContent.target).toBeNull()
})

test('a new, rotated and revoked API key, and a preview link, are returned as their lists have them', async () => {
  const fields = 'keyId name revokedAt replacedBy'
  const { createApiKey } = await run(
    `mutation { createApiKey(input: { name: "ci" }) { apiKey { ${fields} } } }`,
    {},
    token,
  )
  const { keyId } = createApiKey.apiKey
  const { rotateApiKey } = await run(
    `mutation ($keyId: ID!) { rotateApiKey(keyId: $keyId) { apiKey { ${fields} } replaced { ${fields} } } }`,
    { keyId },
    token,
  )
  const { revokeApiKey } = await run(
    `mutation ($keyId: ID!) { revokeApiKey(keyId: $keyId) { apiKey { ${fields} } } }`,
    { keyId },
    token,
  )
  expect(revokeApiKey.apiKey).toEqual({ ...rotateApiKey.replaced, revokedAt: expect.any(String) })
  const { apiKeys } = await run(`{ apiKeys { ${fields} } }`, {}, token)
  expect(apiKeys).toEqual(expect.arrayContaining([revokeApiKey.apiKey, rotateApiKey.apiKey]))
  const { course } = await createCourseTree(service, key)
  const { createPreviewLink } = await run(
    'mutation ($id: ID!) { createPreviewLink(courseId: $id, input: {}) { previewLink { previewLinkId course { id } } } }',
    course,
  )
  const { previewLinks } = await run(
    'query ($id: ID!) { previewLinks(courseId: $id) { previewLinkId course { id } } }',
    course,
  )
  expect(previewLinks).toEqual([createPreviewLink.previewLink])
})

test('a replay returns the course as it is now, and one without the course makes no further statement', async () => {
  const { course, block } = await createCourseTree(service, key)
  const remove = (selection: string, idempotencyKey: string, id = block.id) =>
    run(`mutation ($id: ID!) { deleteBlock(id: $id, idempotencyKey: "${idempotencyKey}") { ${selection} } }`, { id })
  await remove('deletedId', 'replayed')
  await service.rest('PATCH', `/courses/${course.id}`, key, { name: 'Changed' })
  const replayed = await remove(`course { ${courseFields} }`, 'replayed')
  expect(replayed.deleteBlock.course).toEqual(await readCourse(course.id))
  const [one, two] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  const without = await statementsOf(() => remove('deletedId', 'without', one.block.id))
  const withCourse = await statementsOf(() => remove('deletedId course { id name }', 'with', two.block.id))
  expect(withCourse.length - without.length).toBe(1)
})

test('a key that may publish but not read gets no course', async () => {
  const workspaceId = await service.workspace()
  const { course } = await createCourseTree(service, await service.key({ workspaceId }))
  const { data, errors } = await service.graphql(
    'mutation ($id: ID!) { createRelease(courseId: $id, input: { gate: off }) { isNew course { name } } }',
    await service.key({ workspaceId, scopes: ['courses:publish'] }),
    { id: course.id },
  )
  expect(data).toEqual({ createRelease: { isNew: true, course: null } })
  expect(errors).toMatchObject([{ path: ['createRelease', 'course'], extensions: { code: 'forbidden' } }])
})
