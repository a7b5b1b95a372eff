import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlockForChecks } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { renderBlock } from '../../src/reader/block-html.ts'
import { noFiles } from '../../src/reader/page-files.ts'
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
  await page.getByRole('link', { name: /^Next/ }).click()
  await openLesson(page, 'A hammer and a feather')
  await page.getByLabel('No air held the feather back.').check()
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Score: 1 of 1 point. Passed.').waitFor()
})

test('with scripts, the browser keeps progress, answers and results, and the learner can continue and reset them', async () => {
  const page = await openPage(browser, service.url)
  await openLesson(page, 'A hammer and a feather')
  const before = page.url()
  await page.getByLabel('On the Moon both weigh nothing.').check()
  await page.reload()
  await expect.poll(() => page.getByLabel('On the Moon both weigh nothing.').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('What weighs nothing does not fall at all.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Score: 0 of 1/)
  await page.getByLabel('No air held the feather back.').check()
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Best score: 1 of 1').waitFor()
  expect(page.url()).toBe(before)
  await page.getByRole('link', { name: /^Next/ }).scrollIntoViewIfNeeded()
  await page.getByText('1 of 8 lessons read').waitFor()
  await page.goto(address)
  await page.getByText('1 of 8 lessons read').waitFor()
  const entry = page.getByRole('listitem').filter({ hasText: 'A hammer and a feather' })
  expect(await entry.textContent()).toMatch(/Best score: 1 of 1\s+Passed/)
  await mustBeAccessible(page)
  // The lesson that was open last is read, so the next one follows.
  const next = page.getByRole('link', { name: 'Continue' })
  const nextName = (await page.locator('.next-name').textContent())!
  await next.click()
  await page.getByRole('heading', { level: 1, name: nextName }).waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: 'Reset progress' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset progress' }).click()
  await page.getByText('0 of 8 lessons read').waitFor()
  await page.getByRole('link', { name: 'Start with the first lesson' }).waitFor()
  mustBeQuiet(page)
})

test('a learner without a connection keeps the answers, and the quiz is checked when the connection is back', async () => {
  const page = await openPage(browser, service.url)
  await openLesson(page, 'A hammer and a feather')
  await page.getByLabel('No air held the feather back.').check()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('You are offline. Your answers are kept').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You are offline. Your answers are kept').waitFor()
  expect(await page.getByLabel('No air held the feather back.').isChecked()).toBe(true)
  await page.context().setOffline(false)
  await page.getByText('Score: 1 of 1 point. Passed.').waitFor()
  mustBeQuiet(page)
})

test('on a telephone the contents are a menu, in which a learner finds lessons by their words', async () => {
  const page = await openPage(browser, service.url, { viewport: { width: 390, height: 844 } })
  await page.goto(address)
  await page.getByRole('link', { name: 'Start with the first lesson' }).click()
  const contents = page.getByRole('navigation', { name: 'Lessons' })
  expect(await contents.isVisible()).toBe(false)
  await page.locator('.menu > summary', { hasText: 'Contents' }).click()
  await contents.waitFor()
  await mustBeAccessible(page)
  await page.getByRole('searchbox').fill('feather')
  const found = page.getByRole('listitem').filter({ hasText: 'A hammer and a feather' })
  await found.locator('mark').first().waitFor()
  await mustBeAccessible(page)
  await page.keyboard.press('Escape')
  await contents.waitFor()
  await page.keyboard.press('Escape')
  expect(await contents.isVisible()).toBe(false)
  mustBeQuiet(page)
})

test('a learner without scripts searches in the course', async () => {
  const page = await openPage(browser, service.url, { javaScriptEnabled: false })
  await page.goto(address)
  await page.getByRole('searchbox').fill('hammer feather')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Search results' }).waitFor()
  await page.getByRole('link', { name: 'A hammer and a feather' }).click()
  await page.getByRole('heading', { level: 1, name: 'A hammer and a feather' }).waitFor()
})

/** Publishes a course for everyone, and returns the path of its page. */
async function publish(course: { slug: string }): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/courses`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${/cw_prod_\w{32}/.exec(service.printed())![0]}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ visibility: 'public', published: true, ...course }),
  })
  expect(response.status).toBe(201)
  return address.replace('/moon', `/${course.slug}`)
}

const options = ['Light', 'Water', 'Sugar'].map((text, index) => ({ id: `${index}`, text }))
const everyQuestion = [
  {
    id: 'numeric',
    type: 'numeric',
    prompt: 'How much?',
    answer: 1.5,
    unit: 'g',
    hints: ['Half.', 'Of *three*.'],
    attempts: 2,
  },
  { id: 'ordering', type: 'ordering', prompt: 'Which first?', options, answer: ['0', '1', '2'] },
  {
    id: 'matching',
    type: 'matching',
    prompt: 'What fits?',
    options,
    targets: options,
    answer: { 0: '0', 1: '1', 2: '2' },
  },
  {
    id: 'cloze',
    type: 'cloze',
    prompt: 'A leaf eats {{g1}} and {{g2}}.',
    gaps: [{ id: 'g2', options: ['air', 'soil'] }],
    answer: { g1: 'light', g2: 'air' },
  },
  { id: 'essay', type: 'essay', prompt: 'Why?', sampleAnswer: 'Because it is *green*.' },
]
const everyBlock = [
  {
    type: 'text',
    content: {
      text: '> [!TIP]\n> Look.\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n\n$E = mc^2$\n\n```js\nconst a = 1 // one\n```',
    },
  },
  { type: 'code', content: { language: 'python', code: 'print(1)', filename: 'one.py' } },
  { type: 'video', content: { url: 'https://www.youtube.com/watch?v=sQK3Yr4Sc_k', title: 'Light' } },
  {
    type: 'video',
    content: { url: 'https://a.example/light.mp4', captions: [{ language: 'en', url: 'https://a.example/c.vtt' }] },
  },
  { type: 'quiz', content: { passingScore: 4, questions: everyQuestion } },
]
const everyType = {
  name: 'Every type',
  slug: 'every-type',
  modules: [{ name: 'One', lessons: [{ name: 'All', blocks: everyBlock }] }],
}

test('a film of another site is loaded after a click and not before, and code is copied', async () => {
  const path = await publish(everyType)
  const page = await openPage(browser, service.url)
  const foreign: string[] = []
  await page.route(/youtube/, (route) => {
    foreign.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>A film</p>' })
  })
  await page.goto(path)
  await page.getByRole('link', { name: 'Start with the first lesson' }).click()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await mustBeAccessible(page)
    expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
  }
  expect(foreign).toEqual([])
  await page.getByRole('link', { name: /^Light The video loads from YouTube/ }).click()
  await page.frameLocator('iframe[title="Light"]').getByText('A film').waitFor()
  expect(foreign).toEqual(['https://www.youtube-nocookie.com/embed/sQK3Yr4Sc_k?autoplay=1&rel=0'])
  await page.locator('figure.code').hover()
  await page.locator('figure.code').getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('print(1)')
  mustBeQuiet(page)
})

test('a learner answers every type of question with the keyboard, and sees which parts are right', async () => {
  const page = await openPage(browser, service.url)
  await page.goto(address.replace('/moon', '/every-type'))
  await page.getByRole('link', { name: 'Start with the first lesson' }).click()
  const question = (name: string) => page.getByRole('group', { name })
  await question('How much?').getByRole('textbox').fill('1.5 g')
  await page.getByText('Hint 1').click()
  await page.getByText('Hint 2').waitFor()
  const order = question('Which first?')
  const textOf = async () => (await order.locator('.item').allTextContents()).join()
  for (const [index, text] of ['Light', 'Water', 'Sugar'].entries())
    while ((await textOf()).split(',').indexOf(text) > index)
      await order.getByRole('button', { name: `Move up ${text}` }).press('Enter')
  for (const text of ['Light', 'Water'])
    await question('What fits?')
      .getByLabel(new RegExp(`^${text} Choose`))
      .selectOption({ label: text })
  await page.getByLabel('Gap 1').fill('light')
  await page.getByLabel('Gap 2').selectOption('soil')
  await question('Why?').getByRole('textbox').fill('I do not know.')
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Score: 2 of 4 points. Not passed yet.').waitFor()
  await page.getByText('Attempts left: 1').waitFor()
  await page.getByText('Because it is green.').waitFor()
  expect(await textOf()).toBe('Light,Water,Sugar')
  expect(await question('What fits?').locator('.mark').allTextContents()).toEqual([
    '✓Correct.',
    '✓Correct.',
    '✗Not correct.',
  ])
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Attempts left: 0').waitFor()
  mustBeQuiet(page)
})

test('a learner without scripts answers every type of question', async () => {
  const page = await openPage(browser, service.url, { javaScriptEnabled: false })
  await page.goto(address.replace('/moon', '/every-type'))
  await page.getByRole('link', { name: 'Start with the first lesson' }).click()
  const question = (name: string) => page.getByRole('group', { name })
  await question('How much?').getByRole('textbox').fill('1.5')
  for (const [index, text] of ['Light', 'Water', 'Sugar'].entries()) {
    await question('Which first?')
      .getByLabel(`Position ${text}`)
      .fill(`${index + 1}`)
    await question('What fits?')
      .getByLabel(new RegExp(`^${text} Choose`))
      .selectOption({ label: text })
  }
  await page.getByLabel('Gap 1').fill('light')
  await page.getByLabel('Gap 2').selectOption('air')
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Score: 4 of 4 points. Passed.').waitFor()
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
  const course = { name: 'علم النبات', language: 'ar', slug: 'arabic', modules }
  await publish(course)
  for (const width of [1440, 360]) {
    const page = await openPage(browser, service.url, { viewport: { width, height: 800 } })
    await page.goto(address.replace('/moon', '/arabic'))
    await page.getByRole('link', { name: 'ابدأ بالدرس الأول' }).click()
    await page.getByRole('link', { name: /^التالي/ }).scrollIntoViewIfNeeded()
    if (width < 960) await page.locator('.menu > summary', { hasText: 'المحتويات' }).click()
    await page.getByText('الدروس المقروءة: 1 من 2').waitFor()
    await page.keyboard.press('Escape')
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
  await page.goto(address)
  await page.getByRole('link', { name: 'Look first, read later' }).click()
  await page.getByRole('heading', { level: 1, name: 'Look first, read later' }).waitFor()
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
          { embedHosts: [], files: noFiles },
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
