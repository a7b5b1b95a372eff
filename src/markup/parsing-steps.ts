/** The number of unclosed opening marks of one kind, such as `<!--`, and the sum of their offsets. */
type Open = { count: number; sum: number }

const marks = /\\[[\]\\]|(?<escaped>\\)?(?<backticks>`+)|<!--|<\?|<!\[CDATA\[|<!|>|\[|\]/g

/**
 * Returns the opening marks that a `>` can close. `before` is the text directly before the `>`. For example, `-->`
 * closes `<!--`.
 */
function closedBy(before: string): string[] {
  if (before.endsWith('--')) return ['<!--', '<!']
  if (before.endsWith('?')) return ['<?', '<!']
  return before === ']]' ? ['<![CDATA[', '<!'] : ['<!']
}

/**
 * Estimates how many characters a parser scans to find all closing marks, such as `]` or `-->`. A parser scans the text
 * after each opening mark again.
 */
function stepsOf(paragraph: string): number {
  const open = new Map<string, Open>()
  const brackets: { seen: number; at: number }[] = []
  let steps = 0
  let seen = 0

  function begin(mark: string, at: number): void {
    const { count, sum } = open.get(mark) ?? { count: 0, sum: 0 }
    open.set(mark, { count: count + 1, sum: sum + at })
  }
  function end(mark: string, at: number): void {
    const { count, sum } = open.get(mark) ?? { count: 0, sum: 0 }
    // The parser scans from each opening mark to the closing mark. The sum of these distances is added.
    steps += count * at - sum
    open.delete(mark)
  }

  for (const { 0: mark, index, groups } of paragraph.matchAll(marks)) {
    seen++
    const { backticks, escaped } = groups as { backticks?: string; escaped?: string }
    if (backticks) {
      end(backticks, index)
      begin(backticks, index)
      // The backslash makes the first backtick plain text. The backticks after it can still open a code span.
      if (escaped) begin(backticks.slice(1), index)
    } else if (mark === '[') brackets.push({ seen, at: index })
    else if (mark === ']') {
      // The parser goes back over the marks and the words up to the opening bracket, or to the start of the paragraph.
      const open = brackets.pop() ?? { seen: 0, at: 0 }
      steps += Math.max(2 * (seen - open.seen), (index - open.at) / 4)
    } else if (mark.startsWith('\\')) continue
    else if (mark === '>')
      for (const opening of closedBy(paragraph.slice(Math.max(0, index - 2), index))) end(opening, index)
    else begin(mark, index)
  }
  for (const mark of [...open.keys()]) end(mark, paragraph.length)
  return steps
}

const underline = /^[ \t>]*(?:-+|=+)[ \t]*$/

/**
 * Estimates how many characters a Markdown parser reads, including repeated reads. Unclosed marks such as `[` cause
 * repeated reads.
 */
export function estimateMarkdownParsingSteps(markdown: string): number {
  const text = markdown.replace(/\r\n?/g, '\n')
  let steps = 0
  for (const paragraph of text.split(/\n[ \t>]*(?=\n)/)) steps += stepsOf(paragraph)
  // A line such as `---` below a paragraph makes the whole paragraph a heading.
  // At each such line, a parser can join all lines before it again.
  for (const [index, line] of text.split('\n').entries()) if (underline.test(line)) steps += 8 * index
  return steps
}
