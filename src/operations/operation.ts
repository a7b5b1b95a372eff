import type { Config } from '../platform/config.ts'

/** The maximum size of a request body in bytes, for operations that declare no `maxBodyBytes`. */
export const defaultMaxBodyBytes = 1_000_000

/**
 * The name of the GraphQL argument that is the JSON body in REST. In MCP, the fields of this argument are the arguments
 * of the tool.
 */
export const inputArgumentName = 'input'

/**
 * The rate limit of an operation in calls per minute. Operations with the same `sharedAs` count their calls together.
 */
export type RateLimitPerMinute = { sharedAs: string; max: (config: Config) => number }

/** The REST route of an operation. `path` and `location` begin after `/api/v1`. */
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
  /** The GraphQL name of the argument that is the body of the request as it is, of any media type. */
  rawBody?: string
  /** Whether the operation can answer 409, though it takes no Idempotency-Key. */
  canConflict?: true
  /** Whether the operation writes to the store of files, which can be full. */
  storesFile?: true
  /** Maps the values of arguments from REST to GraphQL. The outer keys are the GraphQL names of the arguments. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * The path in the header `Location` (RFC 9110, section 10.2.2). `{release.number}` stands for `release.number` of the
   * result.
   */
  location?: string
  /**
   * The dotted path of the result field that becomes the `ETag`, such as `course.treeVersion`. The default is
   * `version`.
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
   * Lists that a client can add with `?include=`. The response then has no `ETag`, because a list can change without a
   * new version.
   */
  include?: readonly string[]
  /**
   * If true, the resolver decides how caches may store the response, and sets `context.notes.caching`. If undefined,
   * shared caches may not store the response.
   */
  caching?: true
  /**
   * The name of the GraphQL subscription that serves clients that prefer `text/event-stream`. The subscription and the
   * operation must have the same argument `input`.
   */
  stream?: string
  /**
   * Finds the parts of the written content that the service does not read. The response contains them as
   * `meta.warnings`. `input` is the argument `input` of the GraphQL operation. A route with this function also takes
   * `Prefer: handling=strict` (RFC 7240), which sets `context.isStrict`.
   */
  findWarnings?(input: unknown, result: unknown): ContentWarning[]
}

/** A part of the written content that the service does not read. `path` is its dotted path in the request. */
export type ContentWarning = { path: string; message: string }

/**
 * A warning about an unfinished part of the content that a caller has written. `path` is the dotted path of the field
 * in the request.
 */
export type UnfinishedContentWarning = { path: string; message: string }

/**
 * The toolsets that an MCP client can select. `read` finds and reads content, `write` writes it, `publish` checks and
 * publishes it, `history` has older releases and the trash, `ai` has the language model, and `assets` has files.
 */
export const mcpToolsets = ['read', 'write', 'publish', 'history', 'ai', 'assets'] as const
export type McpToolset = (typeof mcpToolsets)[number]

/** An MCP tool. `readOnly`, `destructive`, `idempotent` and `openWorld` are the tool annotations of MCP. */
export type McpToolSettings = {
  name: string
  title: string
  /** The toolset of the tool. A tool without a toolset is in every list. */
  toolset?: McpToolset
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
  /**
   * The name of an argument of another operation. This operation runs if a call of that operation's tool lacks the
   * argument. The tool of this operation is not listed, but clients can call it by its own name too.
   */
  runsWithout?: { tool: string; argument: string }
  /** The MCP names of arguments that have another name in GraphQL. The keys are the GraphQL names. */
  names?: Readonly<Record<string, string>>
  /**
   * The GraphQL names of arguments that the tool leaves out. Every argument of a tool uses up tokens in each
   * conversation.
   */
  omit?: readonly string[]
  /**
   * Descriptions of the arguments of the tool, by their names in MCP. Several operations can form one tool. If they
   * have an argument in common, only the first operation can describe it.
   */
  argumentDescriptions?: Readonly<Record<string, string>>
  /** The fields that the tool returns, as a GraphQL selection set. The default is the fields that REST returns. */
  selection?: string
  /**
   * Makes the answer from the result of the operation. By default, the tool returns the fields of the result unchanged.
   */
  makeAnswer?(result: unknown): Record<string, unknown>
  /** Values for arguments that the caller does not send. The keys are the GraphQL names. */
  defaults?: Readonly<Record<string, unknown>>
  /**
   * Finds unfinished parts of the content that a call of this tool has written. The answer of the tool contains these
   * warnings as `warnings`. `input` is the argument `input` of the GraphQL operation.
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

/**
 * Access requirements instead of a scope:
 * - `person`: an ID token
 * - `master`: the MCP master key
 * - `authenticated`: any credential
 * - `learner`: no credential, or the scope `delivery:read`
 */
const openAccess = ['person', 'master', 'authenticated', 'learner'] as const
type OpenAccess = (typeof openAccess)[number]

/** The settings of an operation, which GraphQL, REST and MCP apply. */
export type OperationSettings<Scope extends string = string> = {
  /** The scope that a caller needs, or another requirement. With `learner`, the resolver decides what is public. */
  access: Scope | OpenAccess
  /**
   * The maximum number of calls that one workspace can make in a minute. The rate limit of the plan applies too. The
   * resolver counts a call with `countCall`, when its input is valid.
   */
  perMinute?: RateLimitPerMinute
  /**
   * The maximum size of a request body. The default is 1,000,000 bytes. MCP reads the body before it knows the tool, so
   * it applies the highest maximum of the caller's tools.
   */
  maxBodyBytes?: number
  /**
   * The name of the field of `input` that may be large. `maxBodyBytes` applies only to requests with this field, and
   * `defaultMaxBodyBytes` to all others. MCP ignores this setting.
   */
  largeBodyField?: string
  /**
   * The maximum number of entries of a result that is a list. A REST route whose result is a list must declare this
   * maximum.
   */
  maxItems?: number
  /**
   * Adds the argument `idempotencyKey`, with which clients can safely repeat a request. With `true`, the write and its
   * stored result are in one transaction. With `lease`, an operation can take longer than a transaction
   * (`makeLongRunningIdempotentResolver`).
   */
  idempotent?: true | 'lease'
  deprecation?: OperationDeprecation
  rest?: RestRoute
  tool?: McpToolSettings
  resource?: McpResourceSettings
  resources?: McpResourceListSettings
}

/**
 * The planned removal of an operation, for the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). GraphQL also
 * needs a `deprecationReason`.
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

/** Declares the access, limits and APIs of an operation. Spread the result into the Pothos options of a root field. */
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
