import type { Config } from '../config.ts'

/** The plans: specification, section 1. What each allows is configuration. */
export const plans = ['professional', 'enterprise'] as const

export type Plan = (typeof plans)[number]

export const isPlan = (name: string): name is Plan => (plans as readonly string[]).includes(name)

/** Requests a minute for a workspace on a plan; a plan that is none of ours gets the anonymous limit. */
export const requestsPerMinute = (config: Config, plan: string): number =>
  isPlan(plan) ? config.rateLimits[plan] : config.rateLimits.anonymous
