/**
 * Returns the backticks that begin and end a Markdown code block. There are at least `least` backticks, and more than
 * in any run of backticks in the code.
 */
export function makeCodeFence(code: string, least: number): string {
  let longest = least - 1
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
