import { expect, test } from 'vitest'
import { findUnmentioned, readBreakingSection } from '../../scripts/api-changes/changelog.ts'
import { findGraphqlChanges } from '../../scripts/api-changes/graphql.ts'
import { findOpenapiChanges, type OpenapiDocument } from '../../scripts/api-changes/openapi.ts'
import { makeDeprecationHeaders } from '../../src/api/rest/deprecation.ts'
import { openApiDocument } from '../support/openapi-contract.ts'

const current = () => JSON.parse(JSON.stringify(openApiDocument)) as OpenapiDocument
type Schemas = { schemas: Record<string, { properties: Record<string, object>; required: string[] }> }
const schemasOf = ({ components }: OpenapiDocument) => (components as Schemas).schemas

test('an API that has not changed has no breaking changes', () => {
  expect(findOpenapiChanges(current(), current())).toEqual([])
})

test.each<[string, (document: OpenapiDocument) => void, string]>([
  ['a removed route', ({ paths }) => delete paths['/courses/{courseId}'], 'GET /courses/{courseId}'],
  ['a removed method', ({ paths }) => delete paths['/courses']!.post, 'POST /courses'],
  [
    'a removed response member',
    (document) => delete schemasOf(document).Course!.properties.name,
    'GET /courses/{courseId} 200.data.name',
  ],
  [
    'a response member that is no longer always there',
    (document) => void schemasOf(document).Course!.required.splice(0, 1),
    'GET /courses/{courseId} 200.data.id',
  ],
  [
    'a response member of another type',
    (document) => Object.assign(schemasOf(document).Course!.properties.version!, { type: 'string' }),
    'GET /courses/{courseId} 200.data.version',
  ],
  [
    'a request member that becomes required',
    (document) => schemasOf(document).CreateCourseInput!.required.push('language'),
    'POST /courses body.language',
  ],
  [
    'a removed request member',
    (document) => delete schemasOf(document).CreateCourseInput!.properties.language,
    'POST /courses body.language',
  ],
  [
    'a removed parameter',
    ({ paths }) => {
      paths['/courses']!.get!.parameters = paths['/courses']!.get!.parameters!.filter(({ name }) => name !== 'search')
    },
    'GET /courses search',
  ],
])('%s is a breaking change', (_what, change, place) => {
  const changed = current()
  change(changed)
  expect(findOpenapiChanges(current(), changed).map((one) => one.place)).toContain(place)
})

test('a new response member, a new optional request member and a new route break nothing', () => {
  const changed = current()
  const { Course, CreateCourseInput } = schemasOf(changed)
  Object.assign(Course!.properties, { colour: { type: 'string' } })
  Course!.required.push('colour')
  Object.assign(CreateCourseInput!.properties, { colour: { type: 'string' } })
  changed.paths['/colours'] = changed.paths['/block-types']!
  expect(findOpenapiChanges(current(), changed)).toEqual([])
})

test('a removed GraphQL field is a breaking change that the changelog must name', () => {
  const changes = findGraphqlChanges('type Query { a: Int, b: Int }', 'type Query { a: Int }')
  expect(changes).toEqual([{ place: 'Query.b', text: 'Query.b was removed' }])
  const log = (line: string) =>
    `# Changelog\n\n## [Unreleased]\n\n### Breaking\n\n- ${line}\n\n### Added\n\n- \`Query.b\`\n`
  expect(findUnmentioned(changes, log('Something else.'))).toEqual(changes)
  expect(findUnmentioned(changes, log('`Query.b` is gone.'))).toEqual([])
  expect(readBreakingSection('## [Unreleased]\n\n## [1.0.0]\n\n### Breaking\n\n- `Query.b`\n')).toBe('')
})

test('a deprecated route says since when, and when it may be gone', () => {
  expect(makeDeprecationHeaders({ since: '2027-01-31', sunset: '2027-08-31' })).toEqual({
    Deprecation: '@1801353600',
    Sunset: 'Tue, 31 Aug 2027 00:00:00 GMT',
  })
  expect(makeDeprecationHeaders(undefined)).toEqual({})
})
