import type { RateLimitPerMinute } from '../operations/operation.ts'

/**
 * The maximum number of generations per minute in a workspace. Requests with and without streaming share this limit.
 */
export const generationsPerMinute: RateLimitPerMinute = { sharedAs: 'generations', max: ({ ai }) => ai.perMinute }
