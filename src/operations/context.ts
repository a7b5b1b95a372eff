import type { Logger } from 'pino'
import { type Caller, getWorkspaceIdOrThrow } from '../identity/caller.ts'
import type { ApiKeyAuthenticator } from '../identity/keyring.ts'
import type { RateLimitState } from '../identity/rate-limit.ts'
import type { Caches } from '../platform/caches.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import type { LeaseRenewer } from '../platform/db/leases.ts'
import type { ReplicaRouter } from '../platform/db/replica.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { LanguageModel } from '../platform/language-model.ts'
import type { MemberOptions } from './member-options.ts'
import type { OperationRateLimiter } from './operation-rate-limiter.ts'
import type { SerializedBody } from './serialized-body.ts'
import type { StorageGauge } from './storage/gauge.ts'
import type { WorkspaceLimiters } from './workspace-limiters.ts'

/**
 * The full-text search index. `waitUntilIndexed` resolves when the index contains all earlier writes of the workspace.
 */
type TextIndex = { waitUntilIndexed(workspaceId: string): Promise<void> }

/** The objects that all requests in one process share. */
export type Services = {
  config: Config
  db: Database
  /** The read replica of the database, or undefined if no replica is configured. */
  replica?: ReplicaRouter
  keyring: ApiKeyAuthenticator
  log: Logger
  /**
   * The language model, or undefined if no model is configured. Without a model, generations fail in production. In
   * other environments, they return example drafts.
   */
  model: LanguageModel | undefined
  operationRateLimiter: OperationRateLimiter
  limiters: WorkspaceLimiters
  caches: Caches
  /** How much room the workspaces have left for what they store. */
  storageGauge: StorageGauge
  textIndex: TextIndex
  /** Keeps the bytes of files. */
  fileStore: FileStore
  /** The database leases that this process holds and renews. */
  leases: LeaseRenewer
  /** The Idempotency-Keys of the requests that this process is handling. An entry is `<caller id> <key>`. */
  idempotencyKeysInUse: Set<string>
  /** Logs and counts an internal error whose details the client does not see. */
  onInternalError(error: unknown, log: Logger): void
}

/** The API that received a request. */
export type ApiName = 'graphql' | 'rest' | 'mcp'

/**
 * How caches may store the response of an operation that declares `rest.caching`. REST sends these values as headers.
 * GraphQL and MCP ignore them.
 */
export type ResponseCachePolicy = {
  cacheControl: string
  /** The entity tag. If undefined, REST makes the entity tag from a hash of the response. */
  etag?: string
  /**
   * The entity tag in the client's `If-None-Match` that matches the current entity tag. If this property is set, the
   * status of the response is 304.
   */
  matchedEtag?: string
  /** Whether every caller gets the same response, so that caches may ignore credentials. */
  isForEverybody: boolean
  /** Tags of the response. With a tag, an operator can purge the response from a cache. */
  tags: readonly string[]
}

/** The GraphQL context of one request. Every resolver receives this object. */
export type GraphQLContext = Omit<Services, 'log'> & {
  api: ApiName
  requestId: string
  /** The mutation or subscription that runs, and a UUIDv7 for this run. Undefined in queries. */
  operation?: { name: string; runId: string } | undefined
  caller: Caller
  /**
   * The id of the tenant whose limits apply: a workspace, a group of IP addresses, or `master` for the MCP master key
   * without a workspace.
   */
  tenantId: string
  /** Whether the client accepts only the documented shape of content, by `Prefer: handling=strict` in REST. */
  isStrict?: boolean | undefined
  /** What the API does with the members of the variables that are no input fields. */
  memberOptions?: MemberOptions | undefined
  /** The header `If-None-Match` of a REST request. */
  ifNoneMatch?: string | undefined
  limit: RateLimitState
  /** The headers of the response, in which a resolver can replace the rate limit. */
  responseHeaders: Record<string, string>
  /** Returns a logger that adds the request's ID to each line. */
  log(): Logger
  /** Returns a signal that aborts when the client disconnects or cancels the request. */
  abortSignal(): AbortSignal
  /** What resolvers and plug-ins record about a request. */
  notes: {
    /** True if the result is the stored result of an earlier request with the same Idempotency-Key. */
    replayed?: boolean
    /** True if a mutation has run. */
    hasChanged?: boolean
    /** The variables after their coercion. */
    variables?: Readonly<Record<string, unknown>>
    caching?: ResponseCachePolicy
    /** The whole body of the REST response. A resolver that sets this body returns null instead of a result. */
    serializedBody?: SerializedBody
  }
  /** Returns the ID of the caller's workspace. @throws ApiError `unauthorized` for an anonymous caller */
  workspaceId(): string
}

type Request = Pick<
  GraphQLContext,
  | 'api'
  | 'requestId'
  | 'caller'
  | 'tenantId'
  | 'isStrict'
  | 'memberOptions'
  | 'ifNoneMatch'
  | 'limit'
  | 'responseHeaders'
  | 'log'
  | 'abortSignal'
>

export function makeGraphQLContext(services: Services, request: Request): GraphQLContext {
  return { ...services, ...request, notes: {}, workspaceId: () => getWorkspaceIdOrThrow(request.caller) }
}
