import { expect, test } from 'vitest'
import { addEtagEncodingSuffix, findMatchingEtag, parseEtags } from '../../src/http/etag.ts'

const strong = (opaque: string) => ({ opaque, isWeak: false })

test.each([
  ['*', 'any'],
  [' * ', 'any'],
  ['"v1"', [strong('v1')]],
  ['""', [strong('')]],
  ['"v1", "v2"', [strong('v1'), strong('v2')]],
  ['"v1","v2",', [strong('v1'), strong('v2')]],
  [' , "a,b" ,W/"v2"\t', [strong('a,b'), { opaque: 'v2', isWeak: true }]],
  ['v1', undefined],
  ['"v1', undefined],
  ['"v1" "v2"', undefined],
  ['"v1", v2', undefined],
  ['w/"v1"', undefined],
  ['"a b"', undefined],
  ['*, "v1"', undefined],
  [',', undefined],
  ['', undefined],
])('the header %j lists the entity tags %j', (header, tags) => {
  expect(parseEtags(header)).toEqual(tags)
})

test('an ETag names the encoding of its response, and matches the record in any encoding', () => {
  expect([addEtagEncodingSuffix('"v7"', undefined), addEtagEncodingSuffix('"v7"', 'br')]).toEqual(['"v7"', '"v7-br"'])
  for (const held of ['"v7"', '"v7-br"', '"v7-gzip"']) expect(findMatchingEtag(`"v1", W/${held}`, '"v7"')).toBe(held)
  for (const other of ['"v70"', '"v7-x"', '"xv7"', 'v7']) expect(findMatchingEtag(other, '"v7"')).toBeUndefined()
  expect(findMatchingEtag('*', '"v7"')).toBe('"v7"')
  for (const held of ['"x-br"', '"x-br-br"', '"x-br-gzip"']) expect(findMatchingEtag(held, '"x-br"')).toBe(held)
})
