import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

test('a course made over REST is read whole over REST and GraphQL', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'Botany', language: 'en', difficulty: 'beginner' })
  expect(made.status).toBe(201)
  const { id, metadata, createdBy } = made.body.data
  expect(made.headers.get('location')).toBe(`/api/v1/courses/${id}`)
  const record = {
    id,
    key: null,
    lessonCount: 0,
    blockCount: 0,
    name: 'Botany',
    description: null,
    language: 'en',
    difficulty: 'beginner',
    durationMinutes: null,
    attributes: null,
    slug: null,
    visibility: 'private',
    objectives: [],
    tags: [],
    authors: [],
    license: null,
    coverAssetId: null,
    status: 'draft',
    version: 1,
    treeVersion: 1,
    liveReleaseNumber: null,
    publishedAt: null,
    hasUnpublishedChanges: true,
    metadata,
    createdBy,
    updatedBy: createdBy,
  }
  expect(made.body).toEqual({ data: record })

  const read = await service.rest('GET', `/courses/${id}`, key)
  expect(read.status).toBe(200)
  expect(read.body).toEqual({ data: record })

  const query =
    'query ($id: ID!) { course(id: $id) { id key name description language difficulty durationMinutes objectives tags authors license coverAssetId attributes slug visibility lessonCount blockCount status version treeVersion liveReleaseNumber publishedAt hasUnpublishedChanges metadata { createdAt updatedAt contentUpdatedAt } createdBy { type id name } updatedBy { type id name } } }'
  expect(await service.graphql(query, key, { id })).toEqual({ data: { course: record } })
})
