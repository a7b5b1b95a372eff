import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlockForChecks } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { renderBlock } from '../../src/reader/block-html.ts'
import { englishPageLanguage } from '../../src/reader/page-language.ts'
import type { ReleaseLesson } from '../../src/releases/content/outline.ts'
import { block, courseOf, text } from '../checks/faults.ts'
import { findViolations, mustBeAccessible, mustBeQuiet, openBrowser, openPage } from './browser.ts'
import { type Service, startNewService } from './service.ts'

let service: Service
let browser: Browser
let address: string
beforeAll(async () => {
  service = await startNewService()
  browser = await openBrowser()
  address = /\/learn\/[0-9a-f]{12}\/[a-z0-9-]+/.exec(service.printed())![0]
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const openLesson = async (page: Page, name: string) => {
  await page.goto(address)
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('every page of the sample course is accessible and quiet, in the light and in the dark theme', async () => {
  const page = await openPage(browser, service.url)
  await page.goto(address)
  await mustBeAccessible(page)
  const links = page.getByRole('navigation', { name: 'Lessons' }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  expect(paths).toHaveLength(8)
  for (const path of paths) {
    await page.goto(path)
    await mustBeAccessible(page)
  }
  mustBeQuiet(page)
})

test('a learner without scripts reads the lessons in order and checks a quiz', async () => {
  const page = await openPage(browser, service.url, { javaScriptEnabled: false })
  await page.goto(address)
  await page.getByRole('link', { name: 'Start with the first lesson' }).click()
  await page.getByRole('heading', { level: 1, name: 'Look first, read later' }).waitFor()
  await page.getByRole('link', { name: /^Next:/ }).click()
  await openLesson(page, 'A hammer and a feather')
  await page.getByLabel('No air held the feather back.').check()
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Score: 1 of 1 point. Passed.').waitFor()
})

test('with scripts a quiz is checked in its place, and the browser keeps which lessons were read', async () => {
  const page = await openPage(browser, service.url)
  await openLesson(page, 'A hammer and a feather')
  const before = page.url()
  await page.getByLabel('On the Moon both weigh nothing.').check()
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('What weighs nothing does not fall at all.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Score: 0 of 1/)
  expect(page.url()).toBe(before)
  await page.getByRole('link', { name: /^Next:/ }).scrollIntoViewIfNeeded()
  await page.getByText('1 of 8 lessons read').waitFor()
  await page.goto(address)
  await page.getByText('1 of 8 lessons read').waitFor()
  mustBeQuiet(page)
})

test('the pages of a course in Arabic are in Arabic and from right to left, on a wide and on a narrow screen', async () => {
  const lessons = ['الأول', 'الثاني'].map((name) => ({
    name,
    durationMinutes: 5,
    blocks: [
      { type: 'text', content: { text: '## الضوء\n\nنص[^1]\n\n[^1]: مصدر' } },
      { type: 'quiz', content: { questions: [{ id: 'q', type: 'true_false', prompt: 'هل؟', answer: true }] } },
    ],
  }))
  const modules = [{ name: 'وحدة', lessons }]
  const course = { name: 'علم النبات', language: 'ar', slug: 'arabic', visibility: 'public', published: true, modules }
  const response = await fetch(`${service.url}/api/v1/courses`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${/cw_prod_\w{32}/.exec(service.printed())![0]}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(course),
  })
  expect(response.status).toBe(201)
  for (const width of [1440, 360]) {
    const page = await openPage(browser, service.url, { viewport: { width, height: 800 } })
    await page.goto(address.replace('/moon', '/arabic'))
    await page.getByRole('link', { name: 'ابدأ بالدرس الأول' }).click()
    await page.getByRole('link', { name: /^التالي/ }).scrollIntoViewIfNeeded()
    await page.getByText('الدروس المقروءة: 1 من 2').waitFor()
    await page.getByRole('radio', { name: 'صواب' }).check()
    await page.getByRole('form', { name: 'اختبار' }).getByRole('button').click()
    await page.getByText('الدرجة: 1 من 1.').waitFor()
    await mustBeAccessible(page)
    const [scrollWidth, clientWidth] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(scrollWidth).toBe(clientWidth)
    mustBeQuiet(page)
  }
})

test('the page of a lesson fits a narrow screen', async () => {
  const page = await openPage(browser, service.url, { viewport: { width: 360, height: 740 } })
  await openLesson(page, 'Look first, read later')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})

const leaf = 'https://a.example/leaf.png'
const html = (source: string) => text(source, 'html')
const quizWithOption = (option: string) =>
  block('quiz', {
    questions: [
      {
        id: 'q1',
        type: 'single_choice',
        prompt: 'What does a plant make?',
        options: [
          { id: 'a', text: option },
          { id: 'b', text: 'Salt' },
        ],
        answer: 'a',
        explanation: 'It stores light.',
      },
    ],
  })

/** Blocks with faults, each with the rule of axe that they break, and the check that must find it. */
const faults: [string, string, BlockForChecks][] = [
  ['link-name', 'link_text_unclear', text('[](https://a.example)')],
  ['link-name', 'link_text_unclear', text(`[![](${leaf})](https://a.example)`)],
  ['link-name', 'link_text_unclear', html('<a href="https://a.example"></a>')],
  ['heading-order', 'heading_skipped', text('## Light\n\n#### Shade')],
  ['heading-order', 'heading_skipped', html('<h2>Light</h2><h5>Shade</h5>')],
  ['empty-heading', 'heading_empty', text('##\n\nLight')],
  ['empty-heading', 'heading_empty', html(`<h2><img src="${leaf}" alt=""></h2>`)],
  ['empty-table-header', 'table_without_header', text('| | |\n|-|-|\n| a | b |')],
  ['empty-table-header', 'header_cell_empty', text('| | B |\n|-|-|\n| a | b |')],
  ['list', 'list_malformed', html('<ul><p>a</p><li>b</li></ul>')],
  ['list', 'list_malformed', html('<ul>a</ul>')],
  ['image-alt', 'image_without_alt', html(`<img src="${leaf}" alt=" ">`)],
  ['listitem', 'list_malformed', html('<li>b</li>')],
  ['definition-list', 'list_malformed', html('<dl><p>a</p></dl>')],
  ['dlitem', 'list_malformed', html('<dt>b</dt>')],
  ['summary-name', 'summary_empty', html('<details><summary></summary><p>a</p></details>')],
  ['valid-lang', 'text_language_unknown', html('<p lang="klingonish">nuqneH</p>')],
  ['image-redundant-alt', 'alt_repeats_link', text(`[![Leaf](${leaf}) Leaf](https://a.example)`)],
  ['label', 'block_unfinished', quizWithOption('')],
  ['label', 'text_image_without_alt', quizWithOption(`![](${leaf})`)],
]

test('each fault of a text that axe finds on the page is found by the checks', async () => {
  const page = await openPage(browser, service.url)
  const clean = courseOf([html('<main><nav>a</nav><nav>b</nav><table><tr><th scope="x">c</th></tr></table></main>')])
  const render = async (blocks: readonly BlockForChecks[]) => {
    const sections = await Promise.all(
      blocks.map((one) =>
        renderBlock(
          one as ReleaseLesson['blocks'][number],
          { action: '/', label: 'Quiz', language: englishPageLanguage },
          () => {},
        ),
      ),
    )
    return `<!doctype html><html lang="en"><title>Light</title><main><h1>Light</h1>${sections.map(({ text }) => text).join('')}</main></html>`
  }
  await page.setContent(await render(clean.modules[0]!.lessons[0]!.blocks))
  expect(await findViolations(page)).toEqual([])
  for (const [rule, code, faulty] of faults) {
    await page.setContent(await render([faulty]))
    const found = (await runChecks(courseOf([faulty]))).map((finding) => finding.code)
    expect([rule, await findViolations(page)]).toEqual([rule, [rule]])
    expect([rule, found]).toEqual([rule, expect.arrayContaining([code])])
  }
})
