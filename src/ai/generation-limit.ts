import type { RateLimitPerMinute } from '../operations/operation.ts'

/**
 * The limit on generations per minute in a workspace. Requests with and without streaming count together. The example
 * writer, which needs no model, does not count.
 */
export const generationRateLimit: RateLimitPerMinute = { sharedAs: 'generations', max: ({ ai }) => ai.perMinute }
