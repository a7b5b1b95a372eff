import { toHtml } from 'hast-util-to-html'
import { expect, test } from 'vitest'
import { markdownSamples } from '../../scripts/docs/markdown-samples.ts'
import { findMarkupLabels } from '../../src/markup/labels/labels.ts'
import { renderMarkdown } from '../../src/markup/render.ts'
import { toMathElement } from '../../src/markup/tree/formula.ts'
import type { MarkupProblem } from '../../src/markup/tree/problem.ts'

test.each(markdownSamples)('the documented Markdown has $title', ({ markdown, html }) => {
  const problems: MarkupProblem[] = []
  const onProblem = (problem: MarkupProblem) => void problems.push(problem)
  const page = toHtml(
    renderMarkdown(markdown, 'text', { labels: findMarkupLabels('en'), toMath: toMathElement, onProblem }),
  )
  expect(html.filter((part) => !page.includes(part))).toEqual([])
  expect(problems).toEqual([])
})
