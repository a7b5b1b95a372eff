/** Returns a Markdown code fence of at least `least` backticks, longer than every run of backticks in the code. */
export function makeCodeFence(code: string, least: number): string {
  let longest = least - 1
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
