/** The plans of a workspace (REST specification, section 1). The limits of each plan are configured. */
export const planNames = ['professional', 'enterprise'] as const

type Plan = (typeof planNames)[number]

export const isPlan = (name: string): name is Plan => (planNames as readonly string[]).includes(name)
