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
  /** The subscription that answers instead where a client accepts `text/event-stream`. It takes the same `input`. */
  stream?: string
  /** The largest body in bytes, where it is not the usual 1 MB. */
  maxBytes?: number
  /** The member that such a large body brings; one without it has the usual limit. */
  largeMember?: string
}

/** A tool of MCP; the hints are the protocol's tool annotations. */
export type Tool = {
  name: string
  title: string
  /** What it does, where that is more than the operation's own description says. */
  description?: string
  readOnly?: boolean
  destructive?: boolean
  idempotent?: boolean
  /** Whether it reaches beyond this service. */
  openWorld?: boolean
  /** Operations may share a tool: its argument `kind` then names the one that is meant. */
  kind?: string
  /** GraphQL argument → the tool's name for it. */
  names?: Readonly<Record<string, string>>
  /** What is said of an argument that the operations of the tool describe each in its own words. */
  texts?: Readonly<Record<string, string>>
  /** What is given of the answer, as a GraphQL selection set; unless told, records as REST shows them. */
  selection?: string
  /** The field of the answer whose text alone is given. */
  text?: string
}

/** A resource of MCP, read by an operation at an address of one argument. */
export type Resource = {
  name: string
  title: string
  /** `course://{id}`: the argument in braces comes from the address (RFC 6570, level 1). */
  uri: string
  mimeType: string
  /** What the other arguments are. */
  args?: Readonly<Record<string, unknown>>
  /** The field of the answer that is the text. */
  text: string
}

/** A Relay connection of records with a name that lists the resources at such an address. */
export type Resources = { uri: string; mimeType: string }

/** On which faces an operation appears, and who may call it: a scope, only a person or the master, or every known caller. */
export type Exposure<Scope extends string = string> = {
  access: Scope | 'person' | 'master' | 'known'
  rest?: RestRoute
  tool?: Tool
  resource?: Resource
  resources?: Resources
}

type OpenAccess = 'person' | 'master' | 'known'

type Declared<Scope> = {
  authScopes: { scope?: Scope; person?: true; master?: true; known?: true }
  extensions: { exposure: Exposure }
}

/** Declares an operation once, beside its resolver: the check reads the access, the faces read the rest. */
export function expose<const Scope extends string>(exposure: Exposure<Scope>): Declared<Exclude<Scope, OpenAccess>> {
  const { access } = exposure
  const open = access === 'person' || access === 'master' || access === 'known'
  return {
    authScopes: open ? { [access]: true } : { scope: access as Exclude<Scope, OpenAccess> },
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
