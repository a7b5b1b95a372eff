const changeFields = 'kind nodeId name path change isMoved'
const counts = 'counts { added removed changed moved }'

/**
 * The GraphQL selection set of a comparison for MCP tools. The selection leaves out `words`, because language models
 * compare `before` and `after` themselves.
 */
export const courseDiffSelectionSetForTools = `{ ${counts} changes { ${changeFields} values { path before after } } isComplete }`

/** The GraphQL selection set of a comparison without the values that differ. */
export const shortCourseDiffSelectionSetForTools = `{ ${counts} changes { ${changeFields} } }`
