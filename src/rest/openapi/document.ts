import { type GraphQLSchema, getNamedType, getNullableType, isListType } from 'graphql'
import pkg from '../../../package.json' with { type: 'json' }
import { type Operation, operationsOf, restView } from '../view.ts'
import { notModified } from './answers.ts'
import { makeComponents } from './components.ts'
import { headers } from './headers.ts'
import { operationObject } from './operation.ts'
import { errorSchema, refusalResponses } from './refusals.ts'
import { addSamples } from './samples.ts'

const description = `Courses made of modules, lessons and content blocks: create, read, change and delete them.

**Credentials.** Send an API key as \`Authorization: Bearer <API_KEY>\` or \`X-API-Key: <API_KEY>\`. Keys themselves are
made, listed and revoked with an ID token of your identity provider.

**Answers.** A success is \`{ "data": … }\`, with \`meta\` for a page of a list. A refusal is
\`{ "error": { "code", "message", "details" } }\`: rely on \`code\`, show \`message\`. Bad input is told field by field in
\`details.fields\`. A method that a route does not take is 405 with \`Allow\`. Every \`GET\` answers \`HEAD\` too.

**Requests.** Bodies are JSON objects; unknown fields and parameters are refused by name. \`PATCH\` merges: what is absent
stays, \`null\` clears.

**Versions.** A record's \`ETag\` is its version. Send it as \`If-Match\` with a change, and the change is refused with 412
where somebody else was first; send it as \`If-None-Match\` with a read, and an unchanged record is answered with 304.

**Limits.** Requests are counted by the minute; every answer says how many are left. Past the limit: 429 with
\`Retry-After\`.`

const securitySchemes = {
  bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <API_KEY>`.' },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key: `X-API-Key: <API_KEY>`.' },
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An ID token of the identity provider (OpenID Connect), checked as RFC8725 advises.',
  },
}

/** What a group is about: what the type says of itself that its first read shows. */
function tagsOf(operations: readonly Operation[]) {
  const single = ({ output }: Operation) => !isListType(getNullableType(output))
  return [...new Set(operations.map(({ route }) => route.tag))].map((name) => {
    const own = operations.filter(({ route }) => route.tag === name)
    const reads = own.filter(({ route }) => route.method === 'GET')
    const shown = reads.find(single) ?? reads[0] ?? own[0]!
    return { name, description: getNamedType(shown.output).description }
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** As people look for them: by path, reads first. */
const inOrder = ({ route: a }: Operation, { route: b }: Operation) =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1

/** REST as an OpenAPI 3.1 document, read off the same view that answers requests. */
export function openapiOf(schema: GraphQLSchema) {
  const operations = operationsOf(restView(schema))
  const components = makeComponents()
  const streams = schema.getSubscriptionType()?.getFields() ?? {}
  components.add('Error', errorSchema)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations.toSorted(inOrder)) {
    const { path, method } = operation.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, components, streams) }
  }
  addSamples(operations, components.schemas)
  return {
    openapi: '3.1.1',
    info: { title: 'Coursewright', version: pkg.version, description },
    servers: [
      { url: '/api/v1', description: 'This service, in production or wherever else it runs.', 'x-internal': false },
    ],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas: components.schemas,
      responses: { ...refusalResponses, NotModified: notModified },
      headers,
      securitySchemes,
    },
  }
}
