/** The scopes that an API key can have, with their descriptions. Most operations require one scope. */
export const scopeDescriptions = {
  'courses:read': 'Read courses, modules, lessons and blocks.',
  'courses:write': 'Create and change courses, modules, lessons and blocks, and restore deleted ones.',
  'courses:delete': 'Delete courses, modules, lessons and blocks, and empty the trash.',
  'courses:publish': 'Publish, unpublish and archive courses, restore releases, and set their schedule.',
  'delivery:read': 'Read published courses as learners see them, without answers.',
  'ai:generate': 'Generate content with the language model.',
  'assets:read': 'Read the files of courses and where they are used.',
  'assets:write': 'Upload, import, describe and delete files of courses.',
} as const

export type Scope = keyof typeof scopeDescriptions

/** The maximum length of a scope. */
export const maxScopeChars = 50

export const allScopes = Object.keys(scopeDescriptions) as Scope[]
export const isScope = (value: string): value is Scope => Object.hasOwn(scopeDescriptions, value)
