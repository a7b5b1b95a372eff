const names: Record<string, string> = { professional: 'Professional', enterprise: 'Enterprise' }

/** Returns the display name of a plan, such as `Professional`. */
export const getPlanDisplayName = (plan: string) => names[plan] ?? plan
