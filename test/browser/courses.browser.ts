import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask, clearCourses, seedCourse } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

test('the language of a course is found in a list by any of its names, and any other tag can be entered', async () => {
  const page = await openPage(browser, service.url, { locale: 'de-DE' })
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    'mutation { createCourse(input: { name: "Spoken" }) { id } }',
  )
  const readLanguage = async () =>
    (
      await ask<{ course: { language: string | null } }>(page, 'query ($id: ID!) { course(id: $id) { language } }', {
        id: createCourse.id,
      })
    ).course.language
  const language = page.getByRole('combobox', { name: 'Language' })
  const openDetails = async () => {
    await page.getByRole('button', { name: 'More actions for this course' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await language.waitFor()
  }
  const save = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.goto(`/courses/${createCourse.id}`)
  for (const [text, option, tag] of [
    ['German', 'German Deutsch · de', 'de'],
    ['franca', 'French français · fr', 'fr'],
    ['Japanisch', 'Japanese 日本語 · ja', 'ja'],
    ['Klingonish', undefined, undefined],
    ['sl-rozaj', /sl-rozaj/, 'sl-rozaj'],
  ] as const) {
    await openDetails()
    await language.fill(text)
    if (option === undefined) {
      await page.keyboard.press('Tab')
      await page.getByText('No language has this name.').waitFor()
      await mustBeAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await openDetails()
      await page.getByRole('button', { name: 'Discard edit' }).click()
      expect(await language.inputValue()).toBe('Japanese')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      continue
    }
    await page.getByRole('option', { name: option }).waitFor()
    if (tag === 'fr') await takeScreenshots(page, 'language')
    await page.getByRole('option', { name: option }).click()
    await save()
    expect(await readLanguage()).toBe(tag)
  }
  await openDetails()
  await language.fill('Englisch')
  await page.keyboard.press('Tab')
  expect(await language.inputValue()).toBe('English')
  await save()
  expect(await readLanguage()).toBe('en')
  await openDetails()
  await language.fill('')
  await page.keyboard.press('Tab')
  await save()
  expect(await readLanguage()).toBeNull()
  mustBeQuiet(page)
})

test('the course list filters by text and status, and both are in the address', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await clearCourses(page)
  await page.goto('/courses')
  await page.getByRole('heading', { name: 'No courses yet' }).waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await mustBeAccessible(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Old maps')
  await page.getByRole('combobox', { name: 'Language' }).fill('not a tag')
  await page.getByRole('dialog').getByRole('button', { name: 'Create course' }).click()
  await page.getByText(/^Must be a BCP 47/).waitFor()
  await page.getByText('Not saved', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Language' }).fill('en')
  await page.getByText(/^Must be a BCP 47/).waitFor({ state: 'detached' })
  await page.getByText('Not saved', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { level: 1, name: 'Old maps' }).waitFor()
  expect(await page.title()).toBe('Old maps · Coursewright')

  for (const input of [
    { name: 'Bread from scratch', description: 'Flour, water, salt and time.', language: 'en', difficulty: 'beginner' },
    {
      name: 'SQL, slowly',
      description: 'One query a day, each with its plan.',
      language: 'en',
      difficulty: 'advanced',
    },
    { name: 'Sternbilder', description: 'Was am Himmel steht, und wann.', language: 'de', published: true },
  ])
    await ask(page, 'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id } }', { input })
  await seedCourse(page)
  await page.goto('/courses')
  await page.getByRole('link', { name: /How plants live/ }).waitFor()
  await takeScreenshots(page, 'courses')
  await mustBeAccessible(page)
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('chlorophyll')
  await page.waitForURL('**/courses?search=chlorophyll')
  await page.getByRole('link', { name: /Old maps/ }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Matching content' }).waitFor()
  await mustBeAccessible(page)
  await page.reload()
  expect(await page.getByRole('searchbox', { name: 'Search courses' }).inputValue()).toBe('chlorophyll')
  await page.getByRole('link', { name: /How plants live › Light › What a leaf does/ }).click()
  await page.getByRole('heading', { level: 1, name: 'What a leaf does' }).waitFor()
  await page.goto('/courses?status=draft')
  await page.getByRole('link', { name: /Old maps/ }).waitFor()
  expect(await page.getByRole('link', { name: /How plants live/ }).count()).toBe(0)
  mustBeQuiet(page)
})

test('the reading view of a lesson shows every type of block, and its quiz can be answered', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id, modules } = await seedCourse(page)
  await page.goto(`/courses/${id}/lessons/${modules[0]!.lessons[0]!.id}`)
  await page.getByRole('heading', { level: 2, name: 'Photosynthesis' }).waitFor()
  expect(await page.title()).toBe('What a leaf does · Coursewright')
  await page.getByRole('img', { name: 'A leaf in cross-section' }).waitFor()
  await page.locator('.hljs-keyword').first().waitFor()
  // The captions are on without a click.
  const captions = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].map(({ language, label, mode, cues }) => ({
        language,
        label,
        mode,
        cues: [...(cues ?? [])].map((cue) => (cue as VTTCue).text),
      })),
    )
  await expect
    .poll(captions)
    .toEqual([{ language: 'en', label: 'English', mode: 'showing', cues: ['Light reaches the leaf.'] }])
  expect(await page.locator('iframe[title="Interactive: simulation"]').getAttribute('sandbox')).not.toContain(
    'same-origin',
  )
  await mustBeAccessible(page)
  await takeScreenshots(page, 'lesson')

  await page.getByRole('radio', { name: 'Salt' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Water' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Carbon dioxide' }).check({ force: true })
  await page.getByRole('radio', { name: 'False' }).check({ force: true })
  await page.getByRole('textbox', { name: /chlorophyll/ }).fill(' Green ')
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Plants take salts up; they do not make them.').waitFor()
  await page.getByText('Score: 3 of 5 points. Not passed yet.').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'quiz', page.getByRole('button', { name: 'Try again' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: 'Sugar' }).check({ force: true })
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Score: 2 of 5 points. Not passed yet.').waitFor()
  await page.getByRole('link', { name: /Next lesson/ }).click()
  await page.getByText('This image has no picture yet.').waitFor()
  mustBeQuiet(page)
})

test('the course whose content was edited last comes first in the list and on the home page', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await clearCourses(page)
  const { id, modules } = await seedCourse(page)
  const past = new Date(Date.now() - 3 * 3_600_000)
  await ask(page, 'mutation { createCourse(input: { name: "Made later" }) { id } }')
  await page.goto('/courses')
  const first = page.getByRole('main').getByRole('listitem').first()
  await first.getByText('Made later').waitFor()
  await ask(page, 'mutation ($id: ID!) { updateBlock(id: $id, input: { content: { text: "New." } }) { id } }', {
    id: modules[0]!.lessons[0]!.blocks[0]!.id,
  })
  // Pretends that the course itself was changed three hours before its block.
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: text.replaceAll(/"updatedAt":"[^"]+"/g, `"updatedAt":"${past.toISOString()}"`),
    })
  })
  await page.reload()
  await first.getByText('How plants live').waitFor()
  await first.getByText('Edited just now').waitFor()
  await page.goto(`/courses/${id}`)
  await page.getByText('Edited just now').waitFor()
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Recent courses' })
    .getByRole('listitem')
    .first()
    .getByText(/Edited just now/)
    .waitFor()
  mustBeQuiet(page)
})

test('a search excerpt highlights the matching words and contains neither Markdown syntax nor HTML of the text', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const text =
    '## The *zeppelin*\n\n- A **zeppelin** is `light`, see [the zeppelin page](https://example.com/leaf).\n- <img src=x onerror="document.title=1"> <mark>not found</mark>'
  await ask(
    page,
    'mutation ($content: JSONObject!) { createCourse(input: { name: "Airships", modules: [{ name: "One", lessons: [{ name: "Two", blocks: [{ type: text, content: $content }] }] }] }) { id } }',
    { content: { text } },
  )
  await page.goto('/courses?search=zeppelin')
  const found = page.getByRole('region', { name: 'Matching content' }).getByRole('listitem').first()
  await found.locator('mark').first().waitFor()
  const marked = await found.locator('mark').allTextContents()
  expect([...new Set(marked.map((word) => word.toLowerCase()))]).toEqual(['zeppelin'])
  const shown = (await found.textContent()) ?? ''
  expect(shown).toContain('A zeppelin is light, see the zeppelin page.')
  expect(shown).not.toMatch(/[*`#]|\]\(/)
  expect(await found.locator('img').count()).toBe(0)
  mustBeQuiet(page)
})

test('the home page leads to the lesson that was edited last, and creates a course', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id, name, modules } = await seedCourse(page)
  const lesson = modules[0]!.lessons[1]!
  const card = page.getByRole('region', { name: 'Continue' })
  await page.goto('/')
  await card.getByRole('link', { name: 'Open course' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()

  await page.goto(`/courses/${id}/lessons/${lesson.id}/edit`)
  await page.getByRole('heading', { level: 1, name: 'The colours of light' }).waitFor()
  await page.goto('/')
  await card.getByText('The colours of light').waitFor()
  await card.getByText(name).waitFor()
  expect(await page.getByText('in this minute').count()).toBe(0)
  await mustBeAccessible(page)
  await takeScreenshots(page, 'home-continue')
  await card.getByRole('link', { name: 'Continue writing' }).click()
  await page.getByRole('heading', { level: 1, name: 'The colours of light' }).waitFor()

  await ask(page, 'mutation ($id: ID!) { deleteLesson(id: $id) { id } }', { id: lesson.id })
  await page.goto('/')
  await card.getByRole('link', { name: 'Open course' }).waitFor()
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Made at home')
  await page.getByRole('dialog').getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('heading', { level: 1, name: 'Made at home' }).waitFor()
  mustBeQuiet(page)
})
