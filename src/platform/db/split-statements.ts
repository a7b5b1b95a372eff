/** Comments, strings, quoted names, dollar-quoted strings, semicolons, and text between them. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^-/'"$;]+|[\s\S]/g

const isComment = (token: string) => token.startsWith('--') || token.startsWith('/*')

/**
 * Splits the text of a migration or script into its statements. A cluster passes a change of a table on to the other nodes
 * with the whole text that it has got, which they refuse if it contains several statements.
 */
export function splitSqlStatements(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of script.matchAll(tokens)) {
    if (token !== ';') statement += isComment(token) ? '' : token
    else {
      if (statement.trim()) statements.push(statement.trim())
      statement = ''
    }
  }
  return statement.trim() ? [...statements, statement.trim()] : statements
}
