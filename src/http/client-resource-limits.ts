import { makeTenantLimiter, type TenantLimiter } from '../platform/limits/tenant-limiter.ts'

/**
 * The default limits on what the clients of one process use at the same time. `resource` names what is counted. `total`
 * is the limit for all clients together. `perTenant` is the limit for one workspace, or for one group of IP addresses
 * if the caller is anonymous.
 */
const defaultShares = {
  /**
   * The limit for request bodies of more than 64 KB. The largest possible body has 16 MB. One workspace can send two
   * such bodies at the same time, and all workspaces together can send six.
   */
  largeBodies: { resource: 'bytes of large request bodies', total: 96_000_000, perTenant: 32_000_000 },
  /**
   * The limit on the estimated memory (`estimateJsonMemory`) of large requests that are being parsed and carried out.
   * While a large request waits, its body is stored as bytes, outside of the JavaScript heap.
   */
  largeRequests: {
    resource: 'bytes of memory for large requests',
    total: 64_000_000,
    perTenant: 56_000_000,
    waitMs: 20_000,
    maxWaiting: 4,
  },
  /**
   * The limit for the memory of request bodies that have not arrived completely and have at most 64 KB. Larger bodies
   * have another limit, so they cannot use up the memory for these.
   */
  smallBodies: { resource: 'bytes of unfinished request bodies', total: 32_000_000, perTenant: 8_000_000 },
  /**
   * The limit for request bodies of callers without a valid credential. These callers have a limit of their own, so
   * they cannot block authenticated callers.
   */
  anonymousBodies: {
    resource: 'bytes of request bodies without a credential',
    tenantLabel: 'IP address',
    total: 16_000_000,
    perTenant: 2_000_000,
  },
  /**
   * The limit for request bodies that the service receives and drops, because it has already refused the request. Only
   * bodies of more than 64 KB count.
   */
  unreadBodies: { resource: 'refused request bodies', total: 8, perTenant: 2 },
  /**
   * The limit for the memory, in bytes, of responses that clients have not received completely. Only responses of more
   * than 16 KB count.
   */
  responses: { resource: 'bytes of unread responses', total: 120_000_000, perTenant: 40_000_000 },
  /**
   * The limit for responses to callers without a valid credential. These responses also count towards the limit
   * `responses`. The total of `responses` is higher, so memory is always left for authenticated callers.
   */
  anonymousResponses: {
    resource: 'bytes of unread responses without a credential',
    tenantLabel: 'IP address',
    total: 60_000_000,
    perTenant: 40_000_000,
  },
  streams: { resource: 'streams', total: 500, perTenant: 50 },
}

const defaultTimeouts = {
  /** The maximum time that a client may take to receive a large response. */
  maxResponseMs: 300_000,
  /** The maximum duration of an event stream. */
  maxStreamMs: 1_200_000,
}

type ShareSizes = { [name in keyof typeof defaultShares]: { total: number; perTenant: number } }
export type ClientResourceLimitOverrides = Partial<ShareSizes & typeof defaultTimeouts>

/**
 * The limits for the clients of one process: how much memory and how many event streams they may use at the same time,
 * and how long a response or an event stream may take.
 */
export type ClientResourceLimits = { [name in keyof typeof defaultShares]: TenantLimiter } & typeof defaultTimeouts & {
    maxResponseBytes: number
  }

export function makeClientResourceLimits(options: ClientResourceLimitOverrides = {}): ClientResourceLimits {
  const makeNamedShare = (name: keyof typeof defaultShares) =>
    makeTenantLimiter({ ...defaultShares[name], ...options[name] })
  return {
    largeBodies: makeNamedShare('largeBodies'),
    largeRequests: makeNamedShare('largeRequests'),
    smallBodies: makeNamedShare('smallBodies'),
    anonymousBodies: makeNamedShare('anonymousBodies'),
    unreadBodies: makeNamedShare('unreadBodies'),
    responses: makeNamedShare('responses'),
    anonymousResponses: makeNamedShare('anonymousResponses'),
    streams: makeNamedShare('streams'),
    maxResponseMs: options.maxResponseMs ?? defaultTimeouts.maxResponseMs,
    maxStreamMs: options.maxStreamMs ?? defaultTimeouts.maxStreamMs,
    maxResponseBytes: (options.responses ?? defaultShares.responses).perTenant,
  }
}
