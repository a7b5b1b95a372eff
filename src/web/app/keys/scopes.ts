const words: Record<string, { label: string; text: string }> = {
  'courses:read': { label: 'Read courses', text: 'Courses, modules, lessons and blocks.' },
  'courses:write': { label: 'Write courses', text: 'Create, change and delete them.' },
  'ai:generate': { label: 'Write with AI', text: 'Have content written by the language model.' },
}

/** What a scope allows, in words; a scope that is newer than this page stands for itself. */
export const wordsOf = (scope: string) => words[scope] ?? { label: scope, text: '' }
