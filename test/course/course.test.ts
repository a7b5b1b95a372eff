import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, makeHouse } from '../house.ts'

let house: House
let key: string
beforeAll(async () => {
  house = await makeHouse()
  key = await house.key()
})
afterAll(() => house.close())

test('a course made over REST is read whole over REST and GraphQL', async () => {
  const made = await house.rest('POST', '/courses', key, { name: 'Botany', language: 'en', difficulty: 'beginner' })
  expect(made.status).toBe(201)
  const { id, metadata } = made.body.data
  expect(made.headers.get('location')).toBe(`/api/v1/courses/${id}`)
  const record = {
    id,
    name: 'Botany',
    description: null,
    language: 'en',
    difficulty: 'beginner',
    status: 'draft',
    version: 1,
    treeVersion: 1,
    metadata,
  }
  expect(made.body).toEqual({ data: record })

  const read = await house.rest('GET', `/courses/${id}`, key)
  expect(read.status).toBe(200)
  expect(read.body).toEqual({ data: record })

  const query =
    'query ($id: ID!) { course(id: $id) { id name description language difficulty status version treeVersion metadata { createdAt updatedAt } } }'
  expect(await house.graphql(query, key, { id })).toEqual({ data: { course: record } })
})
