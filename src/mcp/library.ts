import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLField, GraphQLSchema } from 'graphql'
import { exposureOf, type Resource, type Resources } from '../expose.ts'
import { documentOf } from './operations.ts'

export type Reader = {
  field: string
  access: string
  document: string
  resource: Resource
  /** What an address begins with; the rest is the argument. */
  before: string
  arg: string
  description: string
}
export type Lister = { field: string; access: string; document: string; resources: Resources }

/** The operations that read resources, and those that list them. */
export type Library = { readers: Reader[]; listers: Lister[] }

function readerOf(field: GraphQLField<unknown, unknown>): Reader[] {
  const exposure = exposureOf(field)
  if (!exposure?.resource) return []
  const { resource, access } = exposure
  const [, before = '', arg = ''] = /^(.*)\{(\w+)\}$/.exec(resource.uri) ?? []
  const document = documentOf('query', field, `{ ${resource.text} }`)
  return [{ field: field.name, access, document, resource, before, arg, description: field.description ?? '' }]
}

function listerOf(field: GraphQLField<unknown, unknown>): Lister[] {
  const exposure = exposureOf(field)
  if (!exposure?.resources) return []
  const selection = '{ edges { node { id name description } } pageInfo { hasNextPage endCursor } }'
  const { access, resources } = exposure
  return [{ field: field.name, access, document: documentOf('query', field, selection), resources }]
}

export function libraryOf(schema: GraphQLSchema): Library {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  return { readers: fields.flatMap(readerOf), listers: fields.flatMap(listerOf) }
}

export const templatesOf = ({ readers }: Library): ResourceTemplate[] =>
  readers.map(({ resource: { name, title, uri, mimeType }, description }) => ({
    name,
    title,
    uriTemplate: uri,
    mimeType,
    description,
  }))
