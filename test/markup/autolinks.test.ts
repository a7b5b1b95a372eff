import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { linearAutolinks } from '../../src/markup/autolinks/syntax.ts'

const render = (markdown: string, ...extensions: (typeof linearAutolinks)[]) =>
  micromark(markdown, { extensions: [gfm(), ...extensions], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })

const pieces = fc.constantFrom(
  ...['www.', 'WWW.', 'http://', 'hTTps://', 'a', 'b-c', '.', '_', '@', 'é', '😀', '-', '+', '/', '(', ')', '[', ']'],
  ...['](', '![', '[^a]', '*', '**', '~', '~~', '&', '&amp;', ';', '<', '>', '!', '?', ',', ':', '"', "'", '`', '|'],
  ...[' ', '\t', '\n', '\u00a0', '\u0001', '#', '\\', 'xmpp:a@b.c/d', 'mailto:', '1', '$', '=', '[a]: b\n'],
)

test('addresses are found as by the extension of micromark whose time is quadratic', () => {
  const property = fc.property(fc.array(pieces, { maxLength: 16 }), (all) => {
    const markdown = all.join('')
    expect([markdown, render(markdown, linearAutolinks)]).toEqual([markdown, render(markdown)])
  })
  fc.assert(property, { numRuns: 100_000, interruptAfterTimeLimit: 4000 })
})

test.each([
  ['请看https://example.com/docs。然后继续。', 'https://example.com/docs'],
  ['（www.example.com）', 'www.example.com'],
  ['见「https://example.com/a」', 'https://example.com/a'],
  ['参照：https://example.com/a、b', 'https://example.com/a'],
])('in %s the address ends before the full-width mark', (text, address) => {
  expect(/<a [^>]*>([^<]*)</.exec(render(text, linearAutolinks))?.[1]).toBe(address)
})
