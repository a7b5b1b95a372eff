/** Returns the Markdown code fence for some code: `least` backticks, or more if the code contains as many in a row. */
export function makeCodeFence(code: string, least: number): string {
  let longest = least - 1
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
