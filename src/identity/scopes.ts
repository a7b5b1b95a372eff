/** The scopes that an API key can have, with their descriptions. Most operations require one of them. */
export const scopes = {
  'courses:read': 'Read courses, modules, lessons and blocks.',
  'courses:write': 'Create, change and delete courses, modules, lessons and blocks.',
  'ai:generate': 'Generate content with the language model.',
} as const

export type Scope = keyof typeof scopes

export const allScopes = Object.keys(scopes) as Scope[]
export const isScope = (value: string): value is Scope => Object.hasOwn(scopes, value)
