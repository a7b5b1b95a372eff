import type { Config } from '../platform/config.ts'

/** The maximum size of a request body in bytes, for operations that declare no `maxBodyBytes`. */
export const defaultMaxBodyBytes = 1_000_000

/**
 * The name of the GraphQL argument that is the JSON body in REST. In MCP, the fields of this argument are the arguments
 * of the tool.
 */
export const inputArgumentName = 'input'

/**
 * The rate limit of an operation in calls per minute: a number, or a function `max` that computes it from the
 * configuration. Operations with the same `sharedAs` count their calls together.
 */
export type RateLimitPerMinute = number | { sharedAs: string; max: (config: Config) => number }

/** The REST route of an operation. Its paths begin after `/api/v1`. */
export type RestRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The URL path. A parameter such as `{courseId}` is the REST name of an argument. */
  path: string
  /** The HTTP status of a successful response. The default is 200. */
  status?: 200 | 201
  /** The OpenAPI tag. The API reference lists the operation under this tag. */
  tag: string
  /** The REST names of arguments that have another name in GraphQL. The keys are the GraphQL names. */
  names?: Readonly<Record<string, string>>
  /** The GraphQL names of arguments that REST does not take. */
  omit?: readonly string[]
  /**
   * The arguments whose values have other names in REST. The keys are the GraphQL names of the arguments. Each entry
   * maps the REST values of an argument to its GraphQL values.
   */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * The URL path of the created record, for the header `Location` (RFC 9110, section 10.2.2). Names in braces are
   * fields of the result, such as `{keyId}`, or dotted paths of nested fields, such as `{release.number}`.
   */
  location?: string
  /**
   * The dotted path of the result field that becomes the `ETag`, such as `course.treeVersion`. The default is
   * `version`. The field contains a version number, or the hash of a release. The hash does not cover all fields of a
   * release, such as its schedule. After a change of such a field, the `version` is above 1, and the `ETag` is
   * `"<hash>-<version>"`.
   */
  etag?: string
  /**
   * The name of a boolean result field that is true if the request created a record. If the field is false, the status
   * is 200 instead of 201.
   */
  newField?: string
  /** The `operationId` in the OpenAPI document. By default, the id is made from the name of the operation. */
  operationId?: string
  /**
   * The lists of other records that a client can add to the result with the query parameter `include`, such as
   * `blocks`. A response with an added list has no `ETag`, because the list can change without a new version of the
   * record.
   */
  include?: readonly string[]
  /**
   * If true, the resolver decides how caches may store the response, and sets `context.notes.caching`. If undefined,
   * shared caches may not store the response.
   */
  caching?: true
  /** If true, REST can cache this list, because the resolver reads its current revision (`context.listCache`). */
  hasRevision?: true
  /**
   * The name of the subscription that runs instead of the operation if the client prefers `text/event-stream`. The
   * subscription must have the same `input` as the operation.
   */
  stream?: string
}

/**
 * A warning about an unfinished part of the content that a caller has written. `path` is the dotted path of the field
 * in the request.
 */
export type UnfinishedContentWarning = { path: string; message: string }

/**
 * The format of an MCP tool's answer. `make` makes the answer from the result of the operation, and `schema` is the
 * JSON Schema of the answer.
 */
export type McpToolAnswerFormat = {
  schema: { type: 'object'; properties: Record<string, object>; required: string[] }
  make(result: unknown): Record<string, unknown>
}

/** An MCP tool. `readOnly`, `destructive`, `idempotent` and `openWorld` are the tool annotations of MCP. */
export type McpToolSettings = {
  name: string
  title: string
  /** What the tool does. The default is the description of the operation. */
  description?: string
  readOnly?: boolean
  destructive?: boolean
  idempotent?: boolean
  /** Whether the tool calls services on other servers, such as a language model. */
  openWorld?: boolean
  /**
   * The value of the tool argument `kind` that selects this operation. Only operations that share a tool have a `kind`.
   */
  kind?: string
  /** The MCP names of arguments that have another name in GraphQL. The keys are the GraphQL names. */
  names?: Readonly<Record<string, string>>
  /**
   * The GraphQL names of arguments that the tool does not take. Every argument uses up tokens in each conversation, so
   * a tool has only the arguments that an agent needs.
   */
  omit?: readonly string[]
  /**
   * Descriptions of arguments that replace the descriptions of the operation. The keys are the MCP names of the
   * arguments. If several operations share a tool and an argument, only the first of these operations can replace the
   * description.
   */
  argumentDescriptions?: Readonly<Record<string, string>>
  /** The fields that the tool returns, as a GraphQL selection set. The default is the fields that REST returns. */
  selection?: string
  /** The format of the answer. By default, the tool returns the fields of the result unchanged. */
  answer?: McpToolAnswerFormat
  /** Values for arguments that the caller does not send. The keys are the GraphQL names. */
  defaults?: Readonly<Record<string, unknown>>
  /**
   * Finds unfinished parts of the content that a call has written. The tool returns them as `warnings`. `input` is the
   * argument `input` of the GraphQL operation.
   */
  findWarnings?(input: unknown, result: unknown): UnfinishedContentWarning[]
  /**
   * The name of the result field that the tool returns as plain text. By default, the tool returns all fields as JSON.
   */
  text?: string
}

/** The MCP resource that an operation reads. */
export type McpResourceSettings = {
  name: string
  title: string
  /** A URI template such as `course://{id}` (RFC 6570, level 1). The variable is the name of an argument. */
  uri: string
  mimeType: string
  /** Fixed values for the arguments of the operation that are not in the URI. */
  args?: Readonly<Record<string, unknown>>
  /** The name of the result field that contains the text of the resource. */
  text: string
}

/**
 * The settings of an operation that lists the records of a Relay connection as MCP resources. `uri` is the URI template
 * of a record. Each record must have a name.
 */
export type McpResourceListSettings = { uri: string; mimeType: string }

const openAccess = ['person', 'master', 'authenticated', 'learner'] as const
type OpenAccess = (typeof openAccess)[number]

/**
 * The settings of an operation. `access` is the scope that a caller needs, or one of four other requirements:
 * - `person` requires an ID token.
 * - `master` requires the MCP master key.
 * - `authenticated` accepts any credential.
 * - `learner` accepts callers without a credential, and credentials with the scope `delivery:read`. The resolver
 *   decides what is public.
 */
export type OperationSettings<Scope extends string = string> = {
  access: Scope | OpenAccess
  /** The maximum number of calls that one workspace can make in a minute. The rate limit of the plan applies too. */
  perMinute?: RateLimitPerMinute
  /**
   * The maximum size of a request body in bytes. The default is 1,000,000. MCP reads the body before it knows the tool,
   * so the highest maximum of all tools that the caller may use applies.
   */
  maxBodyBytes?: number
  /**
   * The field of `input` that can be large. A REST or GraphQL request may have up to `maxBodyBytes` bytes if it
   * contains this field. Otherwise the default maximum applies. MCP ignores this setting.
   */
  largeBodyField?: string
  /**
   * The maximum number of entries of a result that is a list. A REST route whose result is a list must declare this
   * maximum.
   */
  maxItems?: number
  /**
   * Adds the argument `idempotencyKey`, with which clients can safely repeat a request.
   * - `true`: the resolver must write through `context.db.sql`, so that its write and the stored result are in one
   *   transaction.
   * - `lease`: the work takes too long for one transaction, or its result cannot be stored as it is. The resolver must
   *   be made with `makeLongRunningIdempotentResolver`.
   */
  idempotent?: true | 'lease'
  deprecation?: OperationDeprecation
  rest?: RestRoute
  tool?: McpToolSettings
  resource?: McpResourceSettings
  resources?: McpResourceListSettings
}

/**
 * Announces the end of an operation. REST responses then have the headers `Deprecation` (RFC 9745) and `Sunset` (RFC
 * 8594), and the OpenAPI document marks the route as deprecated. In GraphQL, the field also needs a
 * `deprecationReason`.
 */
export type OperationDeprecation = {
  /** The date from which the operation is deprecated, such as `2027-01-31`. */
  since: string
  /** The earliest date for the removal of the operation, at least six months after `since`. */
  sunset: string
}

type Declared<Scope> = {
  authScopes: { scope?: Scope } & { [K in OpenAccess]?: true }
  extensions: { operation: OperationSettings }
}

/**
 * Declares who may call an operation, its limits, its REST route, its MCP tool and whether it is idempotent. The result
 * is spread into the Pothos options of a root field.
 */
export function operation<const Scope extends string>(
  settings: OperationSettings<Scope>,
): Declared<Exclude<Scope, OpenAccess>> {
  const { access } = settings
  const needsNoScope = openAccess.some((open) => open === access)
  return {
    authScopes: needsNoScope ? { [access]: true } : { scope: access as Exclude<Scope, OpenAccess> },
    extensions: { operation: settings },
  }
}

type MaybeDescribed = { extensions?: Readonly<Record<string, unknown>> | null }

/** Returns the settings that a root field declares with `operation()`, or undefined for any other field. */
export const readOperationSettings = (field: MaybeDescribed) =>
  field.extensions?.operation as OperationSettings | undefined
