const names: Record<string, string> = { professional: 'Professional', enterprise: 'Enterprise' }

/** Returns the name of a plan as users see it, such as `Professional`. */
export const getPlanDisplayName = (plan: string) => names[plan] ?? plan
