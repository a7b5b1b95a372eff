import { readFile } from 'node:fs/promises'

const root = new URL('../../../', import.meta.url)

/** Texts that authors could have written, each with what is hard about it. */
export const writtenTexts: Readonly<Record<string, string>> = {
  nothing: '',
  'empty lines': '\n\n \n',
  'wrapped lines': 'One line\nand the next\\\nand one after a break  \nand two spaces.\n\nA second paragraph.\n',
  'marks in words': 'snake_case_name, *em*phasis, **str**ong, ~~gone~~, `code`, ***both*** and _**nested** marks_.',
  'escapes and references': 'A \\* star, &copy; 2026, &#x41;, a\\_b, 1\\. no list, AT&T, R&amp;D &unknown;',
  'code in lines': '`` a ` b `` and `c  d`, `` ` ``, ` x `, `\nwrapped\ncode`',
  'headings of both kinds': 'Title\n=====\n\nSub *title*\n---\n\n# ATX #\n\n## Closed ##\n\n#\n\n###### Six',
  'lists in each style':
    '- a\n- b\n  - c\n\n    more of c\n- d\n\n* e\n\n* f\n\n+ g\n\n1. one\n2. two\n   3) three\n\n10) ten\n11) eleven\n\n1. always\n1. one',
  'wide list items': '-   a\n\n    b\n\n-   c\n\n1.  d\n    e\n\n        code\n',
  tasks: '- [ ] open\n- [x] done\n- no task\n  - [X] *below*',
  'empty items': '-\n- a\n-\n\n1.\n2. b',
  'items that begin with blocks': '- # heading\n- > quote\n- ```\n  code\n  ```\n- - nested\n- ***',
  quotes: '> a\n> b\n>\n> > deeper\n>\n> - list\n>   more\n\n>without space\nlazy line\n\n>',
  callouts: '> [!NOTE]\n> Text of the note.\n\n> [!WARNING] Own title\n> *Text*',
  code: '```js title="a.js"\nconst a = 1\n\n  b()\n```\n\n~~~\n```\n~~~\n\n    indented\n\n    more\n\n```\nnot closed',
  'code in containers':
    '1. a\n\n   ```py\n   def f():\n       pass\n\n   f()\n   ```\n\n> ```\n> quoted\n>\n> code\n> ```',
  formulas: 'Inline $a^2$, $$b$$ and \\(c\\), prices $5 and $6.\n\n$$\n\\int_0^1 x\n$$\n\n$$ meta\nx\n$$',
  rules: 'a\n\n---\n\n***\n\n_ _ _\n\nb\n',
  'a table':
    '| Left | Centre | *Right* |\n|:-----|:------:|--------:|\n| a    | `b|c`  |       1 |\n| d \\| e |  | $x$ |\n| short |\n| 1 | 2 | 3 | more |',
  'a narrow table': 'a|b\n-|-\n1|2\n\n|x|\n|-|\n||',
  footnotes: 'Text[^1] and[^long note].\n\n[^1]: The note.\n\n    More of it.\n\n[^long note]: ```\n    code\n    ```',
  references:
    'A [link][a], [A], [a][], ![picture][p] and [*formatted*][b].\n\n[a]: https://example.com "Title"\n[b]: <x y>\n[p]: asset:1\n',
  links:
    '[a](b "c") [d](<e f>) [*g* `h`](i) [![badge](j)](k) <https://example.com> https://example.com/a_b?c=d&amp;e www.example.com a@b.example [](empty) [wrapped\ntext](l)',
  pictures: '![alt *text*](asset:019 "Title")\n\nText ![](b.png) text',
  HTML: '<div align="center">\n\n**inside**\n\n</div>\n\na <kbd>Ctrl</kbd> <br> b<br/>c <!-- note -->\n\n<!-- block\n\ncomment -->\n\n- <b>x</b>\n\n  <p>\n  y\n  </p>',
  'text like HTML': 'List<String> and cat <file> and <T>\n**bold**',
  'a drawing': '<svg><path d="M0"/></svg>\n\nA <path> here.',
  'definitions between blocks': 'a\n[b]: c\n\n[d]: e\n[f]: g\nparagraph [d]\n\n> [h]: i\n\n[h]',
  'Chinese and Japanese': '**重要。**これは*強調（例）*です。\n\n- 一\n- 二\n\n| 表 | 列 |\n| --- | --- |\n| あ | い |',
  tabs: '-\ta\n\n\tb\n\n\t\tcode\n-\tc\n\n1.\td\n\te\n\n>\tquote\n\n\tindented\n',
  CRLF: 'a\r\nb\r\n\r\n- c\r\n- d\r\n\r\n  e\r\n\r\n```\r\nf\r\n\r\ng\r\n```\r\n\r\n> h\r\n> i\r\n',
  'CR alone': 'a\rb\r\r# c\r\r- d\r- e\r',
  'mixed line endings': 'a\r\nb\nc\rd\n\r\n- e\r\n- f\n',
  'a byte order mark': '\uFEFF# Title\n\n*a* b\n\n- c',
  'lone surrogates and NUL': 'a \ud800 b \udc00\n\n- c\0d\n\n`e\ud83d`\n\n```\nf\0g\n```',
  'white space': 'a\u00a0b \u2003 c\u2028d\n\n&nbsp;\n\n&#32;\n\n*a&nbsp;*\n\n**b&#32;** c',
  'many marks': `${'*a _b '.repeat(30)}`,
}

/** Markdown of this repository: long texts by people. */
export async function readDocumentationTexts(): Promise<[name: string, text: string][]> {
  const names = ['README.md', 'SECURITY.md', 'docs/publishing.md', 'docs/decisions/0058-inside-of-libraries.md']
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(new URL(name, root), 'utf8')]),
  )
}
