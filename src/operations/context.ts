import type { Logger } from 'pino'
import { type Caller, getWorkspaceIdOrThrow } from '../identity/caller.ts'
import type { ApiKeyAuthenticator } from '../identity/keyring.ts'
import type { RateLimitState } from '../identity/rate-limit.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import type { LeaseRenewer } from '../platform/db/leases.ts'
import type { ReplicaRouter } from '../platform/db/replica.ts'
import type { LanguageModel } from '../platform/language-model.ts'
import type { OperationRateLimiter } from './operation-rate-limiter.ts'
import type { WorkspaceShares } from './workspace-shares.ts'

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
   * The language model, or undefined if no model is configured. Without a model, generations fail in production and
   * return example drafts elsewhere.
   */
  model: LanguageModel | undefined
  operationRateLimiter: OperationRateLimiter
  shares: WorkspaceShares
  textIndex: TextIndex
  /** The database leases that this process holds and renews. */
  leases: LeaseRenewer
  /** The Idempotency-Keys of the requests that this process is handling, each after the caller's ID. */
  idempotencyKeysInUse: Set<string>
  /** Logs and counts an internal error whose details the client does not see. */
  onInternalError(error: unknown, log: Logger): void
}

/** The API that received a request. */
export type ApiName = 'graphql' | 'rest' | 'mcp'

/** The GraphQL context of one request. Every resolver receives this object. */
export type GraphQLContext = Omit<Services, 'log'> & {
  api: ApiName
  requestId: string
  caller: Caller
  limit: RateLimitState
  /** Returns a logger that adds the request's ID to each line. */
  log(): Logger
  /** Returns a signal that aborts when the client disconnects or cancels the request. */
  abortSignal(): AbortSignal
  /** What resolvers and plug-ins note about a request: a replayed result, changed data, and the coerced variables. */
  notes: { replayed?: boolean; hasChanged?: boolean; variables?: Readonly<Record<string, unknown>> }
  /** Returns the ID of the caller's workspace. @throws ApiError `unauthorized` for an anonymous caller */
  workspaceId(): string
}

type Request = Pick<GraphQLContext, 'api' | 'requestId' | 'caller' | 'limit' | 'log' | 'abortSignal'>

export function makeGraphQLContext(services: Services, request: Request): GraphQLContext {
  return { ...services, ...request, notes: {}, workspaceId: () => getWorkspaceIdOrThrow(request.caller) }
}
