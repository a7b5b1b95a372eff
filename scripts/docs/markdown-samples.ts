type MarkdownSample = {
  title: string
  markdown: string
  /** Parts of the HTML that learners get. */
  html: readonly string[]
}

/** What the Markdown of texts has, each with an example for `docs/blocks.md`. */
export const markdownSamples: readonly MarkdownSample[] = [
  {
    title: 'Headings, emphasis, links and pictures',
    markdown:
      '## Light\n\n**Bold**, *italic*, ~~struck~~, `code` and a [link](https://example.com "A title").\n\n![A leaf](https://example.com/leaf.png)',
    html: ['<h2', '<strong>Bold</strong>', '<em>italic</em>', '<del>struck</del>', 'title="A title"', 'alt="A leaf"'],
  },
  {
    title: 'Lists, with numbers from any number, and tasks',
    markdown: '3. Third\n4. Fourth\n\n- [x] Done\n- [ ] To do',
    html: ['<ol start="3"', 'Fourth', '☑', '☐'],
  },
  {
    title: 'Tables, with the alignment of columns',
    markdown: '| Plant | Height |\n| :---: | ---: |\n| Fern | 40 cm |',
    html: ['<th align="center"', '<td align="right"'],
  },
  {
    title: 'Callouts: `NOTE`, `TIP`, `IMPORTANT`, `WARNING`, `CAUTION`, each with a title or without',
    markdown: '> [!TIP] Before you begin\n> Water the plant.\n\n> [!WARNING]\n> Not in the sun.',
    html: ['data-kind="tip"', 'Before you begin', 'data-kind="warning"', 'Warning'],
  },
  {
    title: 'Formulas of TeX in a line and of their own, with `\\ce` of chemistry',
    markdown: 'The sum $a^2 + b^2$ or \\(c^2\\).\n\n$$\n\\ce{6 CO2 + 6 H2O -> C6H12O6 + 6 O2}\n$$',
    html: ['<math', 'display="block"', 'alttext="a^2 + b^2"'],
  },
  {
    title: 'Code, with the colours of its language',
    markdown: '```python\nprint("light")\n```',
    html: ['data-language="python"', 'class="hljs-'],
  },
  {
    title: 'Footnotes',
    markdown: 'Leaves are green.[^1]\n\n[^1]: Most of them.',
    html: ['<sup', 'Most of them.'],
  },
  {
    title: 'Links to other parts of the course by their keys, and to a heading of a lesson',
    markdown:
      '[Roots](lesson:roots), [its end](lesson:roots#the-end), [soil](module:soil) and [the quiz](block:quiz-1)',
    html: ['href="lesson:roots"', 'href="lesson:roots#the-end"', 'href="module:soil"', 'href="block:quiz-1"'],
  },
  {
    title: 'Addresses become links, and end before the punctuation of any script',
    markdown: '请看https://example.com/docs。然后继续。**注意：**请',
    html: ['href="https://example.com/docs"', '<strong>注意：</strong>'],
  },
  {
    title: 'HTML that Markdown lacks',
    markdown:
      '<details><summary>More</summary>\n\nHidden **text**.\n\n</details>\n\nH<sub>2</sub>O, <kbd>Ctrl</kbd>, <mark>marked</mark>, <abbr title="As soon as possible">ASAP</abbr>, <ruby>漢<rt>kan</rt></ruby>',
    html: [
      '<details',
      '<strong>text</strong>',
      '<sub>2</sub>',
      '<kbd',
      '<mark>',
      'title="As soon as possible"',
      '<rt>',
    ],
  },
]
