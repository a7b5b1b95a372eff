import type { Logger } from 'pino'
import { type Caller, mustHaveWorkspace } from './auth/caller.ts'
import type { Keyring } from './auth/keyring.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { Replica } from './db/replica.ts'
import type { FieldLimiter } from './limits/fields.ts'
import type { LimitState } from './limits/http.ts'
import type { Model } from './model.ts'

/** What lives as long as the process. */
export type Services = {
  config: Config
  db: Database
  /** Where reads go that may; undefined where there is none. */
  replica?: Replica
  keyring: Keyring
  log: Logger
  /** The language model; undefined where none is configured in production. */
  model: Model | undefined
  fieldLimiter: FieldLimiter
  /** Writes an error that was masked down, in the log of its request and in the metric. */
  onAccident(error: unknown, log: Logger): void
}

export type Face = 'graphql' | 'rest' | 'mcp'

/** What one request carries to every resolver, whichever face it came in by. */
export type Context = Omit<Services, 'log'> & {
  face: Face
  requestId: string
  caller: Caller
  limit: LimitState
  /** The service's log, naming this request. */
  log(): Logger
  /** Aborted when the client has gone away. */
  gone(): AbortSignal
  /** What a resolver found out that a face tells beside the result. */
  notes: { replayed?: boolean }
  /** The caller's workspace. @throws ApiError `unauthorized` for nobody */
  workspaceId(): string
}

type Request = Pick<Context, 'face' | 'requestId' | 'caller' | 'limit' | 'log' | 'gone'>

export function makeContext(services: Services, request: Request): Context {
  return { ...services, ...request, notes: {}, workspaceId: () => mustHaveWorkspace(request.caller) }
}
