import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOneLetterVariants } from '../../../src/courses/search/one-letter-variants.ts'
import { disableSequentialScansStatement, makeTypoLookupStatements } from '../../../src/courses/search/typos.ts'
import { parseSearchText } from '../../../src/courses/search/words.ts'
import type { SqlRunner } from '../../../src/platform/db/statement.ts'
import { startSearchService } from './search-service.ts'

type PlanNode = { 'Index Name'?: string; 'Shared Hit Blocks': number; 'Shared Read Blocks': number; Plans?: PlanNode[] }

let service: Awaited<ReturnType<typeof startSearchService>>
let key: string
beforeAll(async () => {
  service = await startSearchService()
  key = await service.key()
  await service.course(key, [
    'The moisture of the soil.',
    'Photosynthesis makes sugar.',
    'Die Übung mit Sensoren.',
    'Почва суха.',
    'Running fast',
    'The mixture',
  ])
})
afterAll(() => service.close())

test.each([
  ['moisure', ['The <mark>moisture</mark> of the soil.']],
  ['mosture soil', ['The <mark>moisture</mark> of the <mark>soil</mark>.']],
  ['moistrue', ['The <mark>moisture</mark> of the soil.']],
  ['moissture', ['The <mark>moisture</mark> of the soil.']],
  ['noisture', ['The <mark>moisture</mark> of the soil.']],
  ['"mosture of the soil"', []],
  ['Photosinthesis', ['<mark>Photosynthesis</mark> makes sugar.']],
  ['Übnug', ['Die <mark>Übung</mark> mit Sensoren.']],
  ['Sensorne', ['Die Übung mit <mark>Sensoren</mark>.']],
  ['Почма', ['<mark>Почва</mark> суха.']],
  ['runing', ['<mark>Running</mark> fast']],
])('%s is found although it has one typing error', async (query, expected) => {
  expect(await service.excerpts(key, query)).toEqual(expected)
})

test.each(['mosiure', 'soi1', 'nothing', 'oil', 'zzzzzz', 'sugar moisture', '-moisture sugar soill'])(
  '%s has no or two typing errors and finds nothing',
  async (query) => {
    expect(await service.excerpts(key, query)).toEqual([])
  },
)

test('a word that is found is not corrected', async () => {
  expect(await service.excerpts(key, 'mixture')).toEqual(['The <mark>mixture</mark>'])
})

test('a typing error is forgiven in the list of courses too', async () => {
  const { body } = await service.rest('GET', '/courses?search=moistrue', key)
  expect(body.meta.total).toBe(1)
})

test('words of another workspace are no corrections', async () => {
  expect(await service.excerpts(await service.key(), 'moisure')).toEqual([])
})

test('in one course, the words of this course are the corrections, whatever other courses have', async () => {
  const own = await service.key()
  const courseId = await service.course(own, ['The glacier moves.'])
  const others = ['glaciar', 'glacies', 'glacie', 'glaciel', 'glaciep', 'glaciex', 'glaciers']
  await service.course(own, others)
  for (const query of ['glacies', 'glaciez'])
    expect(await service.excerpts(own, query, { courseId })).toEqual(['The <mark>glacier</mark> moves.'])
  expect(await service.excerpts(own, 'glacies')).not.toContain('The <mark>glacier</mark> moves.')
})

test('a search of 32 words with typing errors is answered', async () => {
  const query = Array.from({ length: 32 }, (_, index) => `zqx${String.fromCharCode(97 + (index % 26))}`).join(' ')
  expect(await service.excerpts(key, query)).toEqual([])
})

test('the variants of a word are all words that become it by one change', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 4, maxLength: 10 })
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom(...'abcxyz'), fc.nat(3), (word, place, letter, change) => {
      const at = place % word.length
      const [before, after] = [word.slice(0, at), word.slice(at)]
      const changed = [
        before + letter + after,
        before + after.slice(1),
        before + letter + after.slice(1),
        before + (after[1] ?? '') + after[0] + after.slice(2),
      ][change]!
      expect(changed === word || listOneLetterVariants(word).includes(changed)).toBe(true)
      expect(listOneLetterVariants(word).length).toBeLessThan(60 * word.length + 60)
    }),
  )
})

test('a lookup of corrections reads the text index, with and without statistics, and not every entry', async () => {
  const workspaceId = await service.workspace()
  await service.course(
    await service.key({ workspaceId }),
    Array.from({ length: 200 }, (_, index) => `Soil ${index}`),
  )
  const [[statement, values] = []] = makeTypoLookupStatements(workspaceId, parseSearchText('transmitsmesage'))
  const run = <Row>(tx: SqlRunner, text: string, sent: readonly unknown[] = []) =>
    tx.rows<Row>({ name: `typos_plan_${text.length}`, text }, sent)
  const readPlan = (...before: string[]) =>
    service.db.sql.transaction(async (tx) => {
      for (const text of before) await run(tx, text)
      await tx.rows(disableSequentialScansStatement, [])
      const lines = await run<Record<string, string>>(tx, `EXPLAIN ${statement?.text}`, values)
      return lines.map((line) => Object.values(line)[0]).join('\n')
    })
  for (const plan of [await readPlan(), await readPlan('ANALYZE search_entries')]) {
    expect(plan).toContain('Bitmap Index Scan on search_entries_terms_idx')
    expect(plan).not.toMatch(/Seq Scan on search_entries|search_entries_pkey/)
  }
})

/** Returns how many pages each node of a plan on the text index has read. */
function pagesOfTextIndex(node: PlanNode): number[] {
  const own =
    node['Index Name'] === 'search_entries_terms_idx' ? [node['Shared Hit Blocks'] + node['Shared Read Blocks']] : []
  return [...own, ...(node.Plans ?? []).flatMap(pagesOfTextIndex)]
}

test.each([
  ['transmitsmesage', 0],
  ['moistrue', expect.toSatisfy((pages: number) => pages > 0)],
])('a lookup for %s reads the text index only if the workspace has a similar word', async (word, pages) => {
  const workspaceId = await service.workspace()
  await service.course(await service.key({ workspaceId }), ['The moisture of the soil.'])
  const [[statement, values] = []] = makeTypoLookupStatements(workspaceId, parseSearchText(word))
  const plan = await service.db.sql.transaction(async (tx) => {
    await tx.rows(disableSequentialScansStatement, [])
    const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement?.text}`
    const [row] = await tx.rows<Record<string, string>>({ name: 'typos_pages', text }, values ?? [])
    return JSON.parse(Object.values(row!)[0]!) as [{ Plan: PlanNode }]
  })
  expect(pagesOfTextIndex(plan[0].Plan)).toEqual([pages])
})

test('a word that no text has any more is corrected', async () => {
  const own = await service.key()
  const courseId = await service.course(own, ['The volcano is warm.'])
  const tree = (await service.rest('GET', `/courses/${courseId}/tree`, own)).body.data
  const { id } = tree.modules[0].lessons[0].blocks[0]
  await service.rest('PATCH', `/blocks/${id}`, own, { content: { text: 'The volcana is warm.' } })
  await service.waitUntilIndexed()
  expect(await service.excerpts(own, 'volcano')).toEqual(['The <mark>volcana</mark> is warm.'])
})
