import { Ajv2020 } from 'ajv/dist/2020.js'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEtags } from '../../../src/http/etag.ts'
import type { JsonSchema } from '../../../src/operations/json-schema.ts'
import { findMeaning } from '../../../src/operations/tolerances.ts'
import { languageTagPattern } from '../../../src/platform/language-tag.ts'
import { unusualText } from '../../support/arbitraries.ts'
import { type DocumentedString, listDocumentedStrings } from '../../support/documented-strings.ts'
import { documentedTime, isDocumentedTime } from '../../support/documented-times.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { createRecordsFor, sampleBodyOf } from '../../support/operation-samples.ts'
import { type Ids, pathOf, routes, titleOf } from '../../support/operations.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = Number(process.env.FUZZ_RUNS ?? 8)

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let access: { key: string; token: string }
const idsByRoute = new Map<string, Ids>()
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: { ...provider.env, RATE_LIMIT_AI: '1000000' } })
  const token = await provider.token('ida')
  access = { token, key: (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data.key }
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

async function findIds(route: DocumentedString['route']): Promise<Ids> {
  const known = idsByRoute.get(route.name)
  if (known) return known
  const ids = await createRecordsFor(route, service, access)
  const { publicId } = await service.db.prisma.workspace.findFirstOrThrow()
  idsByRoute.set(route.name, { ...ids, workspace: publicId, idOrSlug: ids.courseId! })
  return idsByRoute.get(route.name)!
}

async function send({ route, in: place, name, makeBody }: DocumentedString, value: string) {
  const ids = await findIds(route)
  const path = new URL(pathOf(route, place === 'path' ? { ...ids, [name]: value } : ids), 'http://service')
  if (place === 'query') path.searchParams.set(name, value)
  const body = place === 'body' ? makeBody(value) : sampleBodyOf(route, ids)
  const headers = { Prefer: 'handling=strict', ...(place === 'header' && { [name]: value }) }
  const auth = route.access === 'person' ? access.token : access.key
  return service.rest(route.rest.method, `${path.pathname}${path.search}`, auth, body, headers)
}

/** What the service says of a value that has the documented form, but cannot be used: there, now or again. */
const otherReasons =
  /^(is taken|is the key of|must be the name of a file|must be (in the|the id of|after|before|at most \d+ days|within \d+ days))/

/** Returns what a response says of the form of the value, or undefined if it has no objection. */
function objectionOf({ body }: Awaited<ReturnType<typeof send>>, { name }: DocumentedString): string | undefined {
  const fields = (body?.error?.details?.fields ?? []) as { path: string; message: string }[]
  return fields.find(({ path, message }) => path === name && !otherReasons.test(message))?.message
}

/** The pattern of a text in the OpenAPI document. */
const nonBlank = '\\S'
/** Web addresses, and those of pages of the service. */
const isAddress = (pattern: unknown) => String(pattern).includes('https?://')
const addresses = fc.constantFrom(
  'https://пример.example/ü',
  'http://[::1]:8080/a?b#c',
  'https://a.example/a b',
  'http://1.2.3.4',
)

const ajv = new Ajv2020()
const validators = new Map<string, (value: string) => boolean>()

/** Returns whether a text has the documented form. A pattern cannot say which texts are addresses (WHATWG URL Standard). */
function isDocumented({ format, pattern, minLength = 0, maxLength }: JsonSchema, text: string): boolean {
  const rule = { ...(pattern !== undefined && { pattern }), ...(maxLength !== undefined && { maxLength }), minLength }
  const id = JSON.stringify(rule)
  const validate = validators.get(id) ?? ajv.compile(rule)
  validators.set(id, validate as (value: string) => boolean)
  const isOfFormat = {
    'date-time': isDocumentedTime,
    address: (text: string) => !/^https?:/.test(text) || URL.canParse(text),
  }[isAddress(pattern) ? 'address' : String(format)]
  return validate(text) && isOfFormat?.(text) !== false
}

/**
 * Values that the service takes beyond the documented form, because nothing else can be meant: white space around a text,
 * times without seconds or at the end of the day (ISO 8601), entity tags that no record has, which are false (RFC 9110), and
 * languages as `tolerances` reads them.
 */
const tolerated: ((place: DocumentedString, text: string) => boolean)[] = [
  ({ schema }, text) =>
    schema.pattern === nonBlank && text.length <= 4 * Number(schema.maxLength) && isDocumented(schema, text.trim()),
  ({ schema }, text) => schema.format === 'date-time' && /T(\d\d:\d\d|24:00:00(\.0+)?)([Z+-])/i.test(text),
  ({ name }, text) => name === 'If-Match' && parseEtags(text) !== undefined,
  ({ schema }, text) =>
    schema.pattern === languageTagPattern &&
    'value' in (findMeaning('language', 'rest', text, { isClearable: true }) ?? {}),
]

// The request line and the headers have 16 KB together.
const isSendable = ({ in: place }: DocumentedString, text: string) =>
  text.isWellFormed() &&
  !text.includes('\0') &&
  (place === 'body' || encodeURIComponent(text).length < 9000) &&
  (place !== 'header' || /^[!-~]([ -~]*[!-~])?$/.test(text)) &&
  (place !== 'query' || text !== '')

function documentedValues({ schema }: DocumentedString): Arbitrary<string> {
  if (schema.format === 'date-time') return documentedTime.map(({ text }) => text)
  if (isAddress(schema.pattern))
    return fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), addresses)
  if (schema.pattern !== nonBlank) return fc.stringMatching(new RegExp(String(schema.pattern)))
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  return fc.oneof({ weight: 5, arbitrary: text }, fc.constant('x'.repeat(Number(schema.maxLength))))
}

/** Documented values with a character that is replaced, added or left out, and other texts. */
function otherValues(place: DocumentedString): Arbitrary<string> {
  const added = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 1 })
  const changed = fc.tuple(documentedValues(place), fc.nat(), fc.nat(2), added).map(([text, at, removed, added]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + added + text.slice(from + removed)
  })
  const long = fc.constant('x'.repeat(Math.min(4 * Number(place.schema.maxLength) + 1, 100_000)))
  return fc.oneof({ weight: 3, arbitrary: changed }, unusualText, long)
}

const isOutside = (place: DocumentedString, text: string) =>
  !isDocumented(place.schema, text) && !tolerated.some((tolerates) => tolerates(place, text))

// The type of the stored block decides what a change of its content may be.
const places = routes
  .flatMap(listDocumentedStrings)
  .filter(({ route, name }) => route.name !== 'updateBlock' || !name.startsWith('content'))
  // The bytes of an upload are missing here, which is said before its name is read.
  .filter(({ route }) => route.name !== 'uploadAssetContent')
  .map((place) => ({ title: `${titleOf(place.route)} ${place.in} ${place.name}`, place }))
const ofIds = places.filter(({ place }) => place.schema.format === 'uuid')
const ofTexts = places.filter(({ place }) => place.schema.format !== 'uuid')

describe(`with FUZZ_SEED=${seed}`, () => {
  test.each(ofTexts)('$title takes every value of the documented form and refuses others', async ({ place }) => {
    const inside = documentedValues(place).filter((text) => isDocumented(place.schema, text) && isSendable(place, text))
    const refused: unknown[] = []
    for (const value of fc.sample(inside, { seed, numRuns })) {
      const objection = objectionOf(await send(place, value), place)
      if (objection) refused.push([value, objection])
    }
    const outside = otherValues(place).filter((text) => isOutside(place, text) && isSendable(place, text))
    const taken: unknown[] = []
    for (const value of fc.sample(outside, { seed, numRuns })) {
      const answer = await send(place, value)
      if (answer.status !== 400 || !objectionOf(answer, place)) taken.push([value, answer.status, answer.body?.error])
    }
    expect({ refused, taken }).toEqual({ refused: [], taken: [] })
  })

  test.each(ofIds)('$title treats each other text as the identifier of no record', async ({ place }) => {
    const unknown = await send(place, '01900000-0000-7000-8000-000000000000')
    // A long or empty segment of a path, and one of dots, leads elsewhere, and a comma separates identifiers.
    const texts = unusualText.filter((text) => /^[^,]{1,500}$/u.test(text) && /[^.\s]/.test(text.replaceAll('/', '')))
    const ids = fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
      texts,
    )
    const statuses: unknown[] = []
    for (const value of fc.sample(
      ids.filter((text) => isSendable(place, text)),
      { seed, numRuns },
    )) {
      const { status } = await send(place, value)
      // Some operations have a limit for each minute.
      if (status !== unknown.status && status !== 429) statuses.push([value, status])
    }
    expect(statuses).toEqual([])
  })
})
