import { getNamedType, getNullableType, isListType } from 'graphql'
import pkg from '../../../../package.json' with { type: 'json' }
import type { OperationCatalogue } from '../../../operations/catalogue.ts'
import { listRestRoutes, type Route } from '../routes.ts'
import { makeOpenapiComponents } from './components.ts'
import { errorResponseSchema, sharedErrorResponses } from './errors.ts'
import { cachingControlHeader, optionalEtagHeader } from './header-references.ts'
import { openapiResponseHeaders } from './headers.ts'
import { makeOpenapiOperationObject } from './operation.ts'
import { addResponseEnvelopeExamples } from './samples.ts'
import { cacheableNotModifiedResponse, notModifiedResponse } from './successes.ts'

const conventions = `**Credentials.** Send an API key as \`Authorization: Bearer <API_KEY>\` or \`X-API-Key: <API_KEY>\`. Keys themselves are
created, listed and revoked with an ID token of your identity provider.

**Responses.** A success is \`{ "data": … }\`, with \`meta\` for a page of a list. An error is
\`{ "error": { "code", "message", "details" } }\`: rely on \`code\`, show \`message\`. Invalid input is listed by field in
\`details.fields\`. A method that a route does not support gets 405 with \`Allow\`. Every \`GET\` route supports \`HEAD\`.

**Requests.** Bodies are JSON objects; unknown fields and parameters are errors. \`PATCH\` changes only the fields in its body;
\`null\` clears a field. Members marked read-only are ignored, so that a client can send back what it has read.

**Versions.** A record's \`ETag\` contains its version. Send it as \`If-Match\` with a change: if the record has another version, the
change is refused with 412. Send it as \`If-None-Match\` with a read: if the record is unchanged, the response is 304.

**Limits.** Requests are counted per minute. The headers of every response say how many requests are left. Beyond the
limit the response is 429 with \`Retry-After\`.`

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

/**
 * Returns the OpenAPI tags, which group the routes. A tag gets its description from the result type of one of its
 * routes.
 */
function tagsOf(routes: readonly Route[]) {
  const single = ({ output }: Route) => !isListType(getNullableType(output))
  return [...new Set(routes.map(({ rest }) => rest.tag))].map((name) => {
    const own = routes.filter(({ rest }) => rest.tag === name)
    const reads = own.filter(({ rest }) => rest.method === 'GET')
    const shown = reads.find(single) ?? reads[0] ?? own[0]!
    return { name, description: getNamedType(shown.output).description }
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Sorts routes by path. GET comes first among routes with the same path. */
const byPath = ({ rest: a }: Route, { rest: b }: Route) =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1

/**
 * Returns the OpenAPI 3.1 document of the REST routes. Without `publicUrl`, the server's URL is relative to the
 * document.
 */
export function makeOpenapiDocument({ restAndMcpSchema: view, operations }: OperationCatalogue, publicUrl = '') {
  const routes = listRestRoutes(operations)
  const components = makeOpenapiComponents()
  const operationsByName = new Map(operations.map((operation) => [operation.name, operation]))
  components.add('Error', errorResponseSchema)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes.toSorted(byPath)) {
    const { path, method } = route.rest
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: makeOpenapiOperationObject(route, components, operationsByName),
    }
  }
  addResponseEnvelopeExamples(routes, components.schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Coursewright',
      version: pkg.version,
      description: `${view.description}\n\n${conventions}`,
      contact: pkg.author,
      // The identifier of a licence outside the SPDX list must begin with `LicenseRef-`.
      license: { name: pkg.license, identifier: `LicenseRef-${pkg.license}` },
    },
    servers: [
      {
        url: `${publicUrl}/api/v1`,
        description: 'This service, in production or in any other environment.',
        'x-internal': false,
      },
    ],
    tags: tagsOf(routes),
    paths,
    components: {
      schemas: components.schemas,
      responses: {
        ...sharedErrorResponses,
        NotModified: notModifiedResponse,
        CachedNotModified: cacheableNotModifiedResponse,
      },
      headers: {
        ...openapiResponseHeaders,
        OptionalETag: optionalEtagHeader,
        CachingControl: cachingControlHeader,
      },
      securitySchemes,
    },
  }
}
