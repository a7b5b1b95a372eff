const names: Record<string, string> = { professional: 'Professional', enterprise: 'Enterprise' }

/** A plan's name as people read it. */
export const planName = (plan: string) => names[plan] ?? plan
