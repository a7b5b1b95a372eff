/** Returns what is wrong in a text that `JSON.parse` refuses. V8 does not tell the position of an unexpected character. */
function describeJsonError({ message }: SyntaxError): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return `see line ${line}, column ${column}`
  const [, character] = /^Unexpected token '(.)'/su.exec(message) ?? []
  return character === undefined ? 'it ends too early' : `it has an unexpected character ${JSON.stringify(character)}`
}

/** Parses JSON text from a client. Returns the value, or what is wrong with the text. */
export function parseClientJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: describeJsonError(error as SyntaxError) }
  }
}
