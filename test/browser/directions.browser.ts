import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { ask, blockForm } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  page = await openPage(browser, service.url)
  await signIn(page)
})
afterAll(async () => {
  mustBeQuiet(page)
  await browser.close()
  await service.close()
})

/** Expects the direction of an element's text, and the language that it is marked with. */
const mustBeText = (locator: Locator, direction: 'ltr' | 'rtl', language: string) =>
  expect
    .poll(() =>
      locator.evaluate((element) => [
        getComputedStyle(element).direction,
        element.closest<HTMLElement>('[lang]')?.lang,
        element.textContent || (element as HTMLInputElement).value,
      ]),
    )
    .toEqual([direction, language, expect.anything()])

test('Arabic text is from right to left and marked as Arabic, and the labels around it are not', async () => {
  const [courseName, moduleName, lessonName] = ['دورة (1).', 'وحدة (2).', 'درس (3).']
  const text = { text: 'هذا نص عربي (HTML) طويل.' }
  const prompt = 'ما هذا؟ (CSS)'
  const questions = [
    {
      id: 'q',
      type: 'single_choice',
      prompt,
      options: [
        { id: 'a', text: 'نعم.' },
        { id: 'b', text: 'لا.' },
      ],
      answer: 'a',
    },
  ]
  const blocks = [
    { type: 'text', content: text },
    { type: 'quiz', content: { questions } },
  ]
  const lessons = [{ name: lessonName, objectives: ['هدف (4).'], blocks }]
  type Created = { createCourse: { id: string; modules: { lessons: { id: string; blocks: { id: string }[] }[] }[] } }
  const { createCourse } = await ask<Created>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id blocks { id } } } } }',
    { input: { name: courseName, language: 'ar', modules: [{ name: moduleName, lessons }] } },
  )
  const lesson = createCourse.modules[0]!.lessons[0]!
  const path = `/courses/${createCourse.id}/lessons/${lesson.id}`
  const main = page.getByRole('main')

  await page.goto(path)
  for (const arabic of [text.text, prompt, 'نعم.', 'هدف (4).']) await mustBeText(main.getByText(arabic), 'rtl', 'ar')
  await mustBeText(main.getByRole('heading', { name: 'Learning objectives' }), 'ltr', 'en')
  await mustBeText(main.getByRole('heading', { level: 1 }), 'rtl', 'en')
  await mustBeAccessible(page)

  await page.goto(`${path}/edit`)
  await mustBeText(main.getByText(text.text), 'rtl', 'ar')
  await page.goto(`${path}/edit?block=${lesson.blocks[0]!.id}`)
  await mustBeText(blockForm(page).getByRole('textbox').first(), 'rtl', 'en')
  await mustBeText(blockForm(page).locator('p').getByText(text.text), 'rtl', 'ar')

  for (const [place, name] of [
    ['/courses', courseName],
    [`/courses/${createCourse.id}`, lessonName],
    [`/courses/${createCourse.id}`, moduleName],
  ] as const) {
    await page.goto(place)
    await mustBeText(main.getByText(name, { exact: true }).last(), 'rtl', 'en')
  }
})

test('a space at the end of a search stays while the user types the next word', async () => {
  await page.goto('/courses')
  const search = page.getByRole('searchbox')
  await search.pressSequentially('photo ')
  await page.waitForURL('**/courses?search=photo')
  await search.pressSequentially('synthesis')
  await page.waitForURL('**/courses?search=photo+synthesis')
  expect(await search.inputValue()).toBe('photo synthesis')
})

test('words without a space do not make a page wider than the screen', async () => {
  const long = 'Donaudampfschiff'.repeat(12)
  const image = { type: 'image', content: { url: `${service.url}/${long}.png`, alt: long } }
  type Created = { createCourse: { id: string; modules: { lessons: { id: string; blocks: { id: string }[] }[] }[] } }
  const { createCourse } = await ask<Created>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id blocks { id } } } } }',
    {
      input: {
        name: long,
        description: long,
        modules: [{ name: long, lessons: [{ name: long, description: long, blocks: [image] }] }],
      },
    },
  )
  const [lesson] = createCourse.modules[0]!.lessons
  const course = `/courses/${createCourse.id}`
  const lessonPage = `${course}/lessons/${lesson!.id}`
  await page.setViewportSize({ width: 320, height: 568 })
  for (const path of [course, lessonPage, `${lessonPage}/edit`, `${course}/releases`]) {
    await page.goto(path)
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .or(page.getByRole('link', { name: long }))
      .first()
      .waitFor()
    if (path.startsWith(lessonPage)) await page.getByText('could not be loaded').first().waitFor()
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, widest]).toEqual([path, 320])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})
