/** A route of REST, relative to `/api/v1`. */
export type RestRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{courseId}` is the argument of that name, or the one that `names` calls so. */
  path: string
  /** 200 unless told. */
  status?: 200 | 201
  /** The group that the reference shows it under. */
  tag: string
  /** GraphQL argument → REST's name for it, where the specification has another. */
  names?: Readonly<Record<string, string>>
  /** Where a created record is found: `{id}` stands for the named field of it. Makes `Location` (RFC 9110, 10.2.2). */
  location?: string
  /** The dotted path in the result to the version that is its `ETag`; `version` unless told. */
  etag?: string
  /** The largest body in bytes, where it is not the usual 1 MB. */
  maxBytes?: number
  /** The member that such a large body brings; one without it has the usual limit. */
  largeMember?: string
}

/** A tool of MCP; the hints are the protocol's tool annotations. */
export type Tool = { name: string; title: string; readOnly?: boolean; destructive?: boolean; idempotent?: boolean }

/** On which faces an operation appears, and who may call it: a scope, only a person, or every known caller. */
export type Exposure<Scope extends string = string> = {
  access: Scope | 'person' | 'known'
  rest?: RestRoute
  tool?: Tool
}

type Declared<Scope> = {
  authScopes: { scope?: Scope; person?: true; known?: true }
  extensions: { exposure: Exposure }
}

/** Declares an operation once, beside its resolver: the check reads the access, the faces read the rest. */
export function expose<const Scope extends string>(
  exposure: Exposure<Scope>,
): Declared<Exclude<Scope, 'person' | 'known'>> {
  const { access } = exposure
  const open = access === 'person' || access === 'known'
  return {
    authScopes: open ? { [access]: true } : { scope: access as Exclude<Scope, 'person' | 'known'> },
    extensions: { exposure },
  }
}

type Described = { extensions: Readonly<Record<string, unknown>> }

/** What `expose` said of a field of the built schema; undefined for a field that is no operation. */
export const exposureOf = (field: Described) => field.extensions.exposure as Exposure | undefined

/** For a field of a type: REST records leave it out. */
export const graphqlOnly = { extensions: { graphqlOnly: true } } as const

/** For a field of a type: REST records show the records below it too. */
export const nested = { extensions: { nested: true } } as const

export const isNested = (field: Described) => field.extensions.nested === true

export const isGraphqlOnly = (field: Described) => field.extensions.graphqlOnly === true
