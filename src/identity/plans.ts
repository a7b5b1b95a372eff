/** The plans of a workspace (REST specification, section 1). Environment variables set the limits of each plan. */
export const planNames = ['professional', 'enterprise'] as const

type Plan = (typeof planNames)[number]

export const isPlan = (name: string): name is Plan => (planNames as readonly string[]).includes(name)
