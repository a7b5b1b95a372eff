import fc, { type Arbitrary } from 'fast-check'
import { type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { optimizationDescriptions, parseDisabledOptimizations } from '../../../src/platform/optimizations.ts'
import { graphqlSchema } from '../../../src/server/schema.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let fast: TestService
let plain: TestService
let key: string
let outline: CourseTree

beforeAll(async () => {
  fast = await startTestService()
  key = await fast.key()
  outline = await createCourseTree(fast, key)
  const { id } = outline.lesson
  const content = { code: 'a = "1"\n\tb', language: 'python', more: [1.5, null, { deep: 'ß🌱' }] }
  await fast.rest('POST', `/lessons/${id}/blocks`, key, { type: 'code', content })
  vi.stubEnv('COURSEWRIGHT_WITHOUT', 'all')
  vi.resetModules()
  const other = await import('../../support/service.ts')
  plain = await other.startTestService({ db: { ...fast.db, close: async () => {} } })
  // Other files of this worker import the tuned parts again.
  vi.unstubAllEnvs()
  vi.resetModules()
})
afterAll(async () => {
  await plain.close()
  await fast.close()
})

const alias = fc.option(fc.constantFrom('a', 'b', 'then', 'constructor'), { nil: undefined })

/** A selection set of some fields of a type, with aliases, inline fragments and fields that come twice. */
function selectionOf(type: GraphQLObjectType, levels: number): Arbitrary<string> {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
  const usable = fields.filter((field) => levels > 0 || !isObjectType(getNamedType(field.type)))
  const field = fc.constantFrom(...usable).chain(({ name, type: output }) => {
    const inner = getNamedType(output)
    const selection = isObjectType(inner) ? selectionOf(inner, levels - 1) : fc.constant('')
    // An alias belongs to one field only, so that two fields never claim the same name.
    return fc.tuple(alias, selection).map(([as, sub]) => `${as ? `${as}_${name}: ` : ''}${name} ${sub}`)
  })
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: field }, { weight: 1, arbitrary: fc.constant('__typename') }), {
      minLength: 1,
      maxLength: 4,
    })
    .chain((selected) =>
      fc.boolean().map((isFragment) => {
        const text = selected.join(' ')
        return isFragment ? `{ ... on ${type.name} { ${text} } }` : `{ ${text} }`
      }),
    )
}

const typeOf = (name: string) => graphqlSchema.getType(name) as GraphQLObjectType
const documents = fc.oneof(
  selectionOf(typeOf('Course'), 3).map((selection) => `query ($id: ID!) { course(id: $id) ${selection} }`),
  selectionOf(typeOf('CoursePage'), 3).map((selection) => `{ coursePage(perPage: 2) ${selection} }`),
  selectionOf(typeOf('Course'), 1).map(
    (selection) => `mutation ($id: ID!) { updateCourse(id: $id, input: {}) ${selection} }`,
  ),
)

test('tuned parts and their plain twins answer random documents alike, however often each comes', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const expected = await plain.graphql(document, key, { id: outline.course.id })
      for (let time = 1; time <= 4; time++)
        expect([document, await fast.graphql(document, key, { id: outline.course.id })]).toEqual([document, expected])
    }),
    { numRuns: 60 },
  )
})

test('tuned parts and their plain twins answer REST alike', async () => {
  const { course, lesson, block } = outline
  for (const path of [`/courses/${course.id}/tree`, `/lessons/${lesson.id}/blocks`, '/courses', '/block-types'])
    for (let time = 1; time <= 4; time++)
      expect((await fast.rest('GET', path, key)).body).toEqual((await plain.rest('GET', path, key)).body)
  for (const body of [{ name: null }, { description: null, published: null }, { name: 5 }]) {
    const [one, other] = await Promise.all(
      [fast, plain].map((service) => service.rest('PATCH', `/courses/${course.id}`, key, body)),
    )
    expect([one!.status, one!.body.error]).toEqual([other!.status, other!.body.error])
  }
  expect(block.id).toBeDefined()
})

test('the debug log says which path ran an operation', async () => {
  const document = '{ coursePage { items { modules { lessons { blocks { content } } } } } }'
  const paths = async (service: TestService) => {
    service.logged.length = 0
    service.app.services.log.level = 'debug'
    for (let time = 1; time <= 3; time++) await service.graphql(document, key)
    service.app.services.log.level = 'info'
    return service.logged.filter(({ msg }) => msg === 'operation').map(({ executor }) => executor)
  }
  expect(await paths(fast)).toEqual(['graphql-js', 'graphql-js', 'graphql-jit'])
  expect(await paths(plain)).toEqual(['graphql-js', 'graphql-js', 'graphql-js'])
})

test('COURSEWRIGHT_WITHOUT names tuned parts, and nothing else', () => {
  expect(parseDisabledOptimizations('')).toEqual(new Set())
  expect(parseDisabledOptimizations('chunks,compiled')).toEqual(new Set(['chunks', 'compiled']))
  expect([...parseDisabledOptimizations('all')]).toEqual(Object.keys(optimizationDescriptions))
  expect(() => parseDisabledOptimizations('chunks,quick')).toThrow('COURSEWRIGHT_WITHOUT: quick is none of')
})
