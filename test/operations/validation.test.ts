import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { makeBoundedListSchema } from '../../src/operations/bounded-list.ts'
import { makeOperationRateLimiter } from '../../src/operations/operation-rate-limiter.ts'
import {
  languageTagSchema,
  makeNonBlankTextSchema,
  makeTextSchema,
  pagingSchema,
  positionSchema,
} from '../../src/operations/validation.ts'
import { readConfig } from '../../src/platform/config.ts'

const accepts = (rule: z.ZodType, value: unknown) => rule.safeParse(value).success

test('white space around a text does not count towards its length, up to four times the length', () => {
  const name = makeNonBlankTextSchema(10)
  for (const [text, isValid] of [
    ['x'.repeat(10), true],
    ['x'.repeat(11), false],
    ['🌱'.repeat(10), true],
    ['🌱'.repeat(11), false],
    [`${' '.repeat(30)}${'x'.repeat(10)}`, true],
    [`${' '.repeat(31)}${'x'.repeat(10)}`, false],
    [`${'x'.repeat(10)}${' '.repeat(31)}`, false],
    [' \n\t', false],
    ['a\0', false],
    ['a\ud800', false],
  ] as const)
    expect([text, accepts(name, text)]).toEqual([text, isValid])
})

test('a text has at most as many characters as its rule says', () => {
  const rule = makeTextSchema(10)
  expect(['', ' ', 'x'.repeat(10), 'x'.repeat(11), 'a\0'].map((text) => accepts(rule, text))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a language tag has at most 35 characters, and a language of at most three letters', () => {
  const long = 'en-abcdefgh-bcdefghi-cdefghij-x-abc'
  expect(long).toHaveLength(35)
  expect(['en', 'gsw', 'pt-BR', long].map((tag) => accepts(languageTagSchema, tag))).toEqual([true, true, true, true])
  for (const tag of [`${long}d`, 'english', 'e', '', 'en_', 'x', 'x-'])
    expect(accepts(languageTagSchema, tag)).toBe(false)
})

test('every language tag matches the pattern that clients see, and what is clearly none does not', () => {
  const { pattern } = languageTagSchema.meta() as { pattern: string }
  const matches = (tag: string) => new RegExp(pattern, 'u').test(tag)
  const tags = ['en', 'gsw', 'pt-BR', 'zh-Hant-HK', 'de-1996', 'sl-rozaj-biske-1994', 'en-u-ca-buddhist', 'en-x-a']
  tags.push('und', 'mul', 'zh-cmn', 'zh-cmn-Hans-CN', 'zh-min-nan', 'sgn-ase', 'sgn-BE-FR', 'sgn-be-fr', 'en-GB-oed')
  tags.push('i-klingon', 'x-y', 'art-lojban', 'es-419')
  expect(tags.filter((tag) => !(accepts(languageTagSchema, tag) && matches(tag)))).toEqual([])
  expect(['english', 'en_GB', 'e', '', 'en-', 'en US', 'x_y', 'en\n'].filter(matches)).toEqual([])
})

test('a language tag is accepted exactly if it matches the documented pattern and length, or would without blanks and with hyphens', () => {
  const { pattern, maxLength } = languageTagSchema.meta() as { pattern: string; maxLength: number }
  const documented = new RegExp(pattern, 'u')
  const isTolerated = (sent: string) => {
    const tag = sent.trim().replaceAll('_', '-')
    return documented.test(tag) && tag.length <= maxLength
  }
  const subtag = fc.stringMatching(/^[0-9A-Za-z]{0,9}$/)
  const nearlyTags = fc.array(subtag, { minLength: 1, maxLength: 6 }).map((subtags) => subtags.join('-'))
  fc.assert(
    fc.property(fc.oneof(fc.stringMatching(documented), nearlyTags, fc.string({ maxLength: 40 })), (tag) => {
      expect([tag, accepts(languageTagSchema, tag)]).toEqual([tag, isTolerated(tag)])
    }),
    { numRuns: 1000 },
  )
})

test('what is not well-formed is no language tag', () => {
  const tags = ['i-unknown', 'sgn-BE-XY', 'zh-cmn-yue-hak-nan', 'en-Latn-Latn', 'en-a', 'en-x', 'en--GB', 'en US', 'ſl']
  expect(tags.filter((tag) => accepts(languageTagSchema, tag))).toEqual([])
})

test('positions, pages and their sizes are whole numbers within bounds', () => {
  const taken = (rule: z.ZodType, ...values: unknown[]) => values.map((value) => accepts(rule, value))
  expect(taken(positionSchema, -1, 0, 1_000_000_000, 1_000_000_001, 0.5)).toEqual([false, true, true, false, false])
  const { page, perPage } = pagingSchema.shape
  expect(taken(page, 0, 1, 1_000_000, 1_000_001, 1.5)).toEqual([false, true, true, false, false])
  expect(taken(perPage, 0, 1, 100, 101, 1.5)).toEqual([false, true, true, false, false])
})

test('the entries of a list are validated until fifty errors are found', () => {
  let asked = 0
  const entry = z.object({
    name: z.unknown().refine(() => {
      asked++
      return false
    }),
  })
  const list = makeBoundedListSchema(entry, 1000)
  expect(list.safeParse(Array(1000).fill({ name: 'x' })).error!.issues).toHaveLength(50)
  expect(asked).toBe(50)
  asked = 0
  expect(list.safeParse(Array(1001).fill({ name: 'x' })).error!.issues).toMatchObject([
    { message: 'must have at most 1,000 entries' },
  ])
  expect(asked).toBe(0)
})

test('the calls of an operation are counted for a minute, by tenant and by the name under which they are shared', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = makeOperationRateLimiter(readConfig({ NODE_ENV: 'test' }), { redis: undefined, onFallback: () => {} })
  const shared = { sharedAs: 'both', max: () => 7 }
  const [one, two, own] = [
    limiter.limitOf(shared),
    limiter.limitOf(shared),
    limiter.limitOf({ sharedAs: 'own', max: () => 3 }),
  ]
  expect([one.max, two.max, own.max]).toEqual([7, 7, 3])
  expect(await one.count('ann')).toEqual({ consumed: 1, msBeforeNext: 60_000 })
  expect((await two.count('ann')).consumed).toBe(2)
  expect([(await two.count('bob')).consumed, (await own.count('ann')).consumed]).toEqual([1, 1])
  vi.setSystemTime(Date.now() + 59_999)
  expect(await one.count('ann')).toEqual({ consumed: 3, msBeforeNext: 1 })
  vi.setSystemTime(Date.now() + 1)
  expect((await one.count('ann')).consumed).toBe(1)
})
