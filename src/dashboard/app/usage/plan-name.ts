const names: Record<string, string> = { professional: 'Professional', enterprise: 'Enterprise' }

/** Returns the name of a plan for display: `Professional`. */
export const getPlanDisplayName = (plan: string) => names[plan] ?? plan
