import { repeat } from './row.ts'

/** Pieces of the marks of Markdown and HTML, by what reads them. Pieces of one family are often read together. */
const families = {
  addresses: ['www.', '_', '.', '@', 'a', 'http://', 'mailto:', 'xmpp:', '-', '/', '(', '&', ' '],
  emphasis: ['*', '**', '_', '__', '~', '~~', 'a', ' ', '***', '*a_', '.', '\\'],
  links: ['[', ']', '](', '](<', '![', '(', ')', '<', '>', 'a', '"', ' ', '[a]', '[^', '\\', 'b)'],
  definitions: ['[a]: b\n', '[^1]: a\n', '[^1]', '[a]', '\n', '[a]:', ' "', "'", '    ', '[^1]: ', '> '],
  code: ['`', '``', '` ', '```\n', '~~~\n', 'a', '\\`', '    ', '\n', '$', '$$', '\\(', '\\]'],
  html: [
    '<',
    '<a',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '<![CDATA[',
    '<!A',
    '<a href="',
    "='",
    '"',
    '>',
    ' a',
    '=',
    '<td>',
    '<p>',
  ],
  references: ['&', '&#', '&#x', '&amp', '&amp;', ';', 'a', '1', '#', '\\'],
  blocks: [
    '> ',
    '- ',
    '1. ',
    '# ',
    '+ ',
    '\n',
    '\n\n',
    '    ',
    '\t',
    'a\n',
    '=\n',
    '-\n',
    '---\n',
    '- [ ] ',
    '* * *\n',
    ' ',
  ],
  tables: ['|', '|a|\n', '|-|\n', '|a|b|\n|-|-|\n', '\\|', '-', ':', '\n', 'a', '`', '*'],
  words: ['a', ' ', 'AB ', "'", '-', '.', '1', '日', 'é', '\u0301', '\u00a0', '\u200d', '😀', '\r\n', '\u2028', 'שלום'],
}
const names = Object.keys(families) as (keyof typeof families)[]
const allPieces = Object.values(families).flat()

/** A text of any size that is made of a few pieces. */
export type HostileText = { name: string; make(size: number): string }

/** The generator of random numbers "mulberry32", so that the texts are the same each time. */
function makeRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Ways to make a long text of pieces: `one` and `other` are short, `edge` is at its start or its end. */
const shapes: ((one: string, other: string, edge: string) => (size: number) => string)[] = [
  (one) => repeat(one),
  (one) => repeat(one),
  (one, other) => repeat(one + other),
  (one, _other, edge) => (size) => edge + repeat(one)(size),
  (one, _other, edge) => (size) => repeat(one)(size) + edge,
  (one, other) => (size) => repeat(one)(size / 2) + repeat(other)(size / 2),
  (one, other, edge) => (size) => repeat(one)(size / 2) + edge + repeat(other)(size / 2),
  // Each time a number makes the pieces differ.
  (one, other) => (size) =>
    Array.from({ length: size / (one.length + other.length + 4) }, (_, n) => one + n + other).join(''),
]

/** Makes texts that are hard to read, the same ones for the same seed. */
export function makeHostileTexts(seed: number, count: number): HostileText[] {
  const random = makeRandom(seed)
  const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
  const piecesOf = (most: number, from: readonly string[]) =>
    Array.from({ length: 1 + random(most) }, () => oneOf(from)).join('')
  return Array.from({ length: count }, (_, index) => {
    // Of four texts one mixes the families.
    const from = index % 4 === 3 ? allPieces : families[names[index % names.length]!]
    const [one, other, edge] = [piecesOf(3, from), piecesOf(3, from), piecesOf(2, from)]
    const shape = random(shapes.length)
    return { name: JSON.stringify({ shape, one, other, edge }), make: shapes[shape]!(one, other, edge) }
  })
}
