import { makeTenantLimiter, type TenantLimiter } from '../platform/limits/tenant-limiter.ts'

/**
 * The default limits for the clients of one process. A tenant is one workspace, or one group of IP addresses for
 * anonymous callers.
 */
const defaultShares = {
  /**
   * The limit for request bodies of more than 64 KB. One workspace can send two of the largest bodies (16 MB) at the
   * same time, and all workspaces six.
   */
  largeBodies: { resource: 'bytes of large request bodies', total: 96_000_000, perTenant: 32_000_000 },
  /**
   * The limit on the estimated memory (`estimateJsonMemory`) of running large requests. A waiting request keeps its
   * body outside the JavaScript heap.
   */
  largeRequests: {
    resource: 'bytes of memory for large requests',
    total: 64_000_000,
    perTenant: 56_000_000,
    waitMs: 20_000,
    maxWaiting: 4,
  },
  /**
   * The limit for request bodies of at most 64 KB that are incomplete when reading begins, and for bodies that the
   * service receives and drops because it has already answered. Larger bodies have another limit.
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
   * The limit for the memory, in bytes, of responses that clients have not received completely. Only responses of more
   * than 16 KB count.
   */
  responses: { resource: 'bytes of unread responses', total: 120_000_000, perTenant: 40_000_000 },
  /**
   * The limit for responses to callers without a valid credential. These responses also count towards `responses`. The
   * total of `responses` is higher, so memory is left for authenticated callers.
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
 * The limits for the clients of one process: their memory and event streams, and the duration of a response or an event
 * stream.
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
    responses: makeNamedShare('responses'),
    anonymousResponses: makeNamedShare('anonymousResponses'),
    streams: makeNamedShare('streams'),
    maxResponseMs: options.maxResponseMs ?? defaultTimeouts.maxResponseMs,
    maxStreamMs: options.maxStreamMs ?? defaultTimeouts.maxStreamMs,
    maxResponseBytes: (options.responses ?? defaultShares.responses).perTenant,
  }
}
