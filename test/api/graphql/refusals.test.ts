import {
  type GraphQLField,
  GraphQLID,
  GraphQLInt,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes, isScope } from '../../../src/identity/scopes.ts'
import { readOperationSettings } from '../../../src/operations/operation.ts'
import { graphqlSchema } from '../../../src/server/schema.ts'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { exampleBodyOf, routes } from '../../support/operations.ts'
import { startTestService, type TestService } from '../../support/service.ts'

type Kind = 'query' | 'mutation' | 'subscription'
type Root = { title: string; kind: Kind; name: string; field: GraphQLField<unknown, unknown>; access: string }

const rootsOf = (kind: Kind, fields: Record<string, GraphQLField<unknown, unknown>> = {}): Root[] =>
  Object.entries(fields).map(([name, field]) => ({
    title: `${kind} ${name}`,
    kind,
    name,
    field,
    access: readOperationSettings(field)!.access,
  }))

/** Every root field, read off the schema: a new one is walked too. */
const roots = [
  ...rootsOf('query', graphqlSchema.getQueryType()?.getFields()),
  ...rootsOf('mutation', graphqlSchema.getMutationType()?.getFields()),
  ...rootsOf('subscription', graphqlSchema.getSubscriptionType()?.getFields()),
]

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let token: string
let key: string
let workspaceId: string
let foreign: Record<string, string>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: { ...provider.env, RATE_LIMIT_AI: '1000' } })
  token = await provider.token('ann')
  const made = (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data
  key = made.key
  ;({ workspaceId } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: made.keyId } }))
  const theirs = await provider.token('bob')
  const other = (await service.rest('POST', '/api-keys', theirs, { name: 'all' })).body.data
  const { course, module, lesson, block } = await createCourseTree(service, other.key)
  const send = (method: string, path: string, body?: object) => service.rest(method, path, other.key, body)
  const [finding] = (await send('GET', `/courses/${course.id}/checks`)).body.data.findings
  await send('POST', `/courses/${course.id}/dismissals`, { finding: finding.id })
  await send('POST', `/courses/${course.id}/releases`, {})
  const link = (await send('POST', `/courses/${course.id}/preview-links`, {})).body.data
  foreign = { course: course.id, module: module.id, lesson: lesson.id, block: block.id, key: other.keyId }
  Object.assign(foreign, { finding: finding.id, link: link.id })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const inputs: Record<string, unknown> = {
  generation: { prompt: 'Light' },
  createApiKey: { name: 'ci' },
}

/** A value for each argument that is required, `id` for identifiers. */
function variablesOf({ name, field }: Root, id: string): Record<string, unknown> {
  const operation = routes.find((one) => one.name === name)
  const required = field.args.filter(({ type }) => isNonNullType(type))
  return Object.fromEntries(
    required.map(({ name: arg, type }) => {
      const wanted = getNullableType(type)
      if (wanted === GraphQLID) return [arg, id]
      if (name === '_entities') return [arg, [{ __typename: 'Course', id }]]
      if (isListType(wanted)) return [arg, [id]]
      if (wanted === GraphQLInt) return [arg, 1]
      if (isInputObjectType(wanted)) return [arg, inputs[name] ?? exampleBodyOf(operation!)]
      if (String(wanted) === 'Bytes') return [arg, 'bGlnaHQ=']
      if (String(wanted) !== 'DateTime') return [arg, 'light']
      return [arg, arg === 'from' ? '2026-01-30T00:00:00Z' : '2026-01-31T00:00:00Z']
    }),
  )
}

function documentOf({ kind, name, field }: Root): string {
  const required = field.args.filter(({ type }) => isNonNullType(type))
  const declared = required.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = required.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'
  const call = passed ? `${name}(${passed})` : name
  return `${kind}${declared ? ` (${declared})` : ''} { ${call} ${selection} }`
}

/** The errors of a root field asked for alone, in the order they came. */
async function errorsOf(root: Root, auth: string | undefined, id = missingId) {
  const stream = root.kind === 'subscription'
  const { status, text } = await service.http('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(stream && { Accept: 'text/event-stream' }),
      ...(auth && { Authorization: `Bearer ${auth}` }),
    },
    body: JSON.stringify({ query: documentOf(root), variables: variablesOf(root, id) }),
  })
  expect(status).toBe(200)
  const result = stream ? /^data: (\{.*\})$/m.exec(text)?.[1] : text
  return JSON.parse(result!).errors as { message: string; extensions: { code: string; details: object } }[] | undefined
}

const noToken = 'An ID token of the identity provider is required: Authorization: Bearer <ID_TOKEN>.'
const noKey = 'An API key is required: Authorization: Bearer <API_KEY>.'
const notPublic = 'There is no public course at this address. A private course requires an API key.'
const refusalOf: Record<string, string> = { person: noToken, learner: notPublic }

describe.each(roots)('$title', (root) => {
  test('needs a credential', async () => {
    const [error, ...more] = (await errorsOf(root, undefined))!
    expect(error).toMatchObject({
      message: refusalOf[root.access] ?? noKey,
      extensions: { code: 'unauthorized', details: {} },
    })
    expect(more).toEqual([])
  })

  test('an operation is refused without the access that it declares', async () => {
    const { access } = root
    if (access === 'authenticated') return expect(await errorsOf(root, key)).toBeUndefined()
    if (access === 'master') return expect((await errorsOf(root, key))![0]!.extensions.code).toBe('forbidden')
    if (access === 'person') return expect((await errorsOf(root, key))![0]!.extensions.code).toBe('unauthorized')
    const scope = access === 'learner' ? 'delivery:read' : access
    expect(isScope(scope)).toBe(true)
    const without = await service.key({ workspaceId, scopes: allScopes.filter((one) => one !== scope) })
    expect((await errorsOf(root, without))![0]!.extensions).toEqual({ code: 'forbidden', details: { scope } })
  })
})

/** Relay's `node` answers null instead of an error: see test/courses/node/nodes.test.ts. */
const answersNull = new Set(['node'])

const withIds = roots.filter(
  ({ name, field }) =>
    !answersNull.has(name) && field.args.some(({ type }) => isNonNullType(type) && getNullableType(type) === GraphQLID),
)

test.each(withIds)(
  '$title says the same of what is missing, what cannot be and what is somebody else’s',
  async (root) => {
    const auth = root.access === 'person' ? token : key
    const missing = (await errorsOf(root, auth))!
    expect(missing[0]!.extensions).toEqual({ code: 'not_found', details: {} })
    for (const id of [...Object.values(foreign), 'x', '', '\0', "' OR 1=1--"])
      expect(await errorsOf(root, auth, id)).toEqual(missing)
  },
)
