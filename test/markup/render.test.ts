import { toHtml } from 'hast-util-to-html'
import { expect, test } from 'vitest'
import { findMarkupLabels } from '../../src/markup/labels/labels.ts'
import type { MarkdownKind } from '../../src/markup/read-markdown.ts'
import { renderHtml, renderMarkdown } from '../../src/markup/render.ts'
import { toMathElement } from '../../src/markup/tree/formula.ts'
import type { MarkupProblem } from '../../src/markup/tree/problem.ts'

function render(text: string, kind: MarkdownKind = 'text', language = 'en') {
  const problems: MarkupProblem[] = []
  const tree = renderMarkdown(text, kind, {
    labels: findMarkupLabels(language),
    toMath: toMathElement,
    notePrefix: 'note-',
    onProblem: (problem) => problems.push(problem),
  })
  return { html: toHtml(tree, { characterReferences: { useNamedReferences: true } }), problems }
}
const htmlOf = (text: string, kind?: MarkdownKind) => render(text, kind).html
const paragraph = (content: string) => `<p dir="auto">${content}</p>`

test.each([
  ...['3. Oktober', '1945.', '+', '-', '*', '1)', '---', '===', '# include', '| a | b |', '```js', '[^1]', '[a]: b'],
  ...['$5', 'a_b_c', '~', '***'],
])('the option %s is shown as it is written', (option) => {
  expect(htmlOf(option, 'option')).toBe(option)
})

test.each([
  ['>', '>'],
  ['# include <stdio.h>', '# include &lt;stdio.h>'],
  ['List<String>', 'List&lt;String>'],
  ['<strong>', '&lt;strong>'],
  ['<script>', '&lt;script>'],
  ['x<y and y>z', 'x&lt;y and y>z'],
  ['`a` *b* [c](https://example.com)', '<code dir="ltr">a</code> <em>b</em> c'],
  ['two\nlines', 'two\nlines'],
  ['two\n\nparagraphs', 'two paragraphs'],
])('the option %j becomes %j, on one line and without links', (option, html) => {
  expect(htmlOf(option, 'option')).toBe(html)
})

test.each([
  ['List<String>', 'List&lt;String>'],
  ['if x<y and y>z then', 'if x&lt;y and y>z then'],
  ['cat <file> | grep **x**', 'cat &lt;file> | grep <strong>x</strong>'],
  ['a <?php b ?> c', 'a &lt;?php b ?> c'],
  ['a <!-- b', 'a &lt;!-- b'],
  ['a<!-- b -->c', 'ac'],
  ['<kbd>K</kbd> <sub>s</sub> <mark>m</mark>', '<kbd dir="ltr">K</kbd> <sub>s</sub> <mark>m</mark>'],
  ['<iframe src="x">shown</iframe>', 'shown'],
  ['<video><a href="/v">film</a></video>', '<a href="/v" rel="noopener noreferrer">film</a>'],
  ['a <script>alert(1)</script><style>b</style> c', 'a  c'],
  ['<abbr title="World">W</abbr>', '<abbr title="World">W</abbr>'],
  ['[call](tel:+49123)', '<a href="tel:+49123" rel="noopener noreferrer">call</a>'],
  ['[in](lesson:cells#light)', '<a href="lesson:cells#light" rel="noopener noreferrer">in</a>'],
  ['[x](javascript:alert(1))', '<a rel="noopener noreferrer">x</a>'],
])('in a text, %j becomes %j', (text, html) => {
  expect(htmlOf(text)).toBe(paragraph(html))
})

test('a line that begins with a tag that HTML does not have is Markdown', () => {
  expect(htmlOf('<T>\n**bold**')).toBe(paragraph('&lt;T>\n<strong>bold</strong>'))
})

test('tags of the author are around the Markdown between them, and end with the paragraph that they are in', () => {
  expect(htmlOf('<details open><summary>S</summary>\n\n**b**\n\n</details>\n\na <b>open\n\nnext')).toBe(
    `<details open dir="ltr"><summary dir="auto">S</summary>\n${paragraph('<strong>b</strong>')}\n</details>\n${paragraph('a <b>open</b>')}\n${paragraph('next')}`,
  )
})

test('wrong HTML is read as browsers do where end tags are missing, and no attribute of the author remains that sets a style or a script', () => {
  const html = toHtml(
    renderHtml(
      '<ul class="x"><li onclick="x">a<li style="y">b</ul><ol type="i" start="2" reversed><li value="4">c</ol><p>d<p>e',
    ),
  )
  expect(html).toBe(
    `<ul dir="ltr"><li dir="ltr">a</li><li dir="ltr">b</li></ul><ol type="i" start="2" reversed dir="ltr"><li value="4" dir="ltr">c</li></ol>${paragraph('d')}${paragraph('e')}`,
  )
})

test('text of HTML that is in no element is a paragraph', () => {
  expect(toHtml(renderHtml('Hello <b>you</b>'))).toBe(paragraph('Hello <b>you</b>'))
})

test.each([
  ['**注意：**请', '<strong>注意：</strong>请'],
  ['これは**強調（きょうちょう）**です。', 'これは<strong>強調（きょうちょう）</strong>です。'],
  ['**한국어(Korean)**를', '<strong>한국어(Korean)</strong>를'],
  ['H~2~O and ~~gone~~', 'H~2~O and <del>gone</del>'],
])('%s is shown with its emphasis', (text, html) => {
  expect(htmlOf(text)).toBe(paragraph(html))
})

const mathOf = (text: string) => [...htmlOf(text).matchAll(/<math[^>]*>/g)].map(([tag]) => tag)
const alttexts = (text: string) => mathOf(text).map((tag) => /alttext="([^"]*)"/.exec(tag)?.[1])

test.each([
  ['$x$', ['x']],
  ['\\(a_b\\) and \\(c\\)', ['a_b', 'c']],
  ['$f_{a}(x)_{b}$', ['f_{a}(x)_{b}']],
  ['$$a = b$$', ['a = b']],
  ['$$\na = b\n$$', ['a = b']],
  ['\\[ \\frac{a}{b} \\]', ['\\frac{a}{b}']],
  ['> \\[ a \\]', ['a']],
  ['$\\ce{H2O}$', ['\\ce{H2O}']],
  ['$a \\$ b$', ['a \\$ b']],
  ['$5 and $10', []],
  ['$5 and $10, $x$', ['x']],
  ['\\$x$', []],
  ['`$x$`', []],
  ['see \\[1\\] and \\[2\\]', []],
  ['\\{a\\} \\\\ $ $', []],
])('the formulas of %j are %j', (text, formulas) => {
  expect(alttexts(text)).toEqual(formulas)
})

test('a formula of its own is displayed, and one in a line is not', () => {
  const isDisplayed = (text: string) => mathOf(text).map((tag) => tag.includes('display="block"'))
  expect(['$$a$$', '\\[a\\]', '$$\na\n$$', '$a$', 'b $$a$$'].map(isDisplayed)).toEqual([
    [true],
    [true],
    [true],
    [false],
    [false],
  ])
})

test('a formula that cannot be read is shown as it is written, and named', () => {
  const { html, problems } = render('so $\\frac{a$ it is')
  expect(html).toBe(paragraph('so <span class="math-source" dir="ltr">$\\frac{a$</span> it is'))
  expect(problems).toEqual([{ kind: 'formula', text: '$\\frac{a$' }])
})

test('formulas set no style, no class and no link', () => {
  const html = htmlOf(
    '$\\color{red}{x} \\href{https://example.com}{y} \\htmlClass{a}{z} \\text{é}$ $\\style{color:red}{x}$',
  )
  expect(html).not.toMatch(/ (?:style|class="(?!math-source)|href)/)
})

test('a callout has its title, or the name of its kind in the language of the course', () => {
  expect(render('> [!WARNING]\n> Hot', 'text', 'de').html).toBe(
    `<aside class="callout" data-kind="warning" dir="ltr"><p class="callout-title" lang="de" dir="auto">Warnung</p>\n${paragraph('Hot')}\n</aside>`,
  )
  expect(htmlOf('> [!tip] Mind *the* gap\n> Body')).toContain(
    '<p class="callout-title" dir="auto">Mind <em>the</em> gap</p>\n<p dir="auto">Body</p>',
  )
})

test('a callout of an unknown kind is a quote, and named', () => {
  const { html, problems } = render('> [!FUN] x')
  expect([html, problems]).toEqual([
    `<blockquote dir="ltr">\n${paragraph('[!FUN] x')}\n</blockquote>`,
    [{ kind: 'callout', text: 'fun' }],
  ])
})

test('cells have the alignment of their column', () => {
  expect(htmlOf('| a | b |\n|:-:|--:|\n| 1 | 2 |').match(/align="\w+"/g)).toEqual([
    'align="center"',
    'align="right"',
    'align="center"',
    'align="right"',
  ])
})

test('code is highlighted by classes, and names its language', () => {
  expect(htmlOf('```rust,editable\nfn a() {}\n```')).toMatch(
    /^<pre data-language="rust" tabindex="0" dir="ltr"><code class="hljs language-rust"><span class="hljs-keyword">fn<\/span>/,
  )
})

test('a fence that is not closed ends with its quote', () => {
  expect(htmlOf('> ```js\n> a\n\nb')).toMatch(/<\/blockquote>\n<p dir="auto">b<\/p>$/)
})

test('each block decides on its direction, and code is always left to right', () => {
  expect(htmlOf('שלום `x` (hello)\n\n- سلام\n- b')).toBe(
    `${paragraph('שלום <code dir="ltr">x</code> (hello)')}\n<ul dir="rtl">\n<li dir="rtl">سلام</li>\n<li dir="ltr">b</li>\n</ul>`,
  )
})

test('MathML of an author stays, and links to a host without a scheme get one', () => {
  expect(htmlOf('<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mspace width="1em"/></math> ![a](//x.example/y.png)')).toBe(
    paragraph(
      '<math dir="ltr"><mfrac><mn>1</mn><mn>2</mn></mfrac><mspace width="1em"></mspace></math> <img src="https://x.example/y.png" alt="a" loading="lazy">',
    ),
  )
})

test('tags that are nested without an end take linear time and stay within the stack', () => {
  for (const text of [
    '<div>'.repeat(5000),
    '<b>'.repeat(5000) + '</i>'.repeat(2000),
    '$'.repeat(9999),
    '$a '.repeat(5000),
  ])
    expect(htmlOf(text).length).toBeLessThan(200_000)
})
