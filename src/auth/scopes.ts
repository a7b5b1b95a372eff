/** What a key can be allowed to do. Each root field of the schema names one. */
export const scopes = {
  'courses:read': 'Read courses, modules, lessons and blocks.',
  'courses:write': 'Create, change and delete courses, modules, lessons and blocks.',
  'ai:generate': 'Have content written by the language model.',
} as const

export type Scope = keyof typeof scopes

export const allScopes = Object.keys(scopes) as Scope[]
export const isScope = (value: string): value is Scope => Object.hasOwn(scopes, value)
