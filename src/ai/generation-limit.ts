import type { RateLimitPerMinute } from '../operations/operation.ts'

/** The limit on generations per minute in a workspace. Requests with and without streaming count together. */
export const generationRateLimit: RateLimitPerMinute = { sharedAs: 'generations', max: ({ ai }) => ai.perMinute }
