/** The plans of a workspace (REST specification, section 1). The limits of each plan are configured. */
export const plans = ['professional', 'enterprise'] as const

type Plan = (typeof plans)[number]

export const isPlan = (name: string): name is Plan => (plans as readonly string[]).includes(name)
