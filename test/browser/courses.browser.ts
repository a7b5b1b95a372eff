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

test('courses are found by words and status, and the address keeps both', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await clearCourses(page)
  await page.goto('/courses')
  await page.getByRole('heading', { name: 'No courses yet' }).waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await mustBeAccessible(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Old maps')
  await page.getByRole('textbox', { name: 'Language' }).fill('not a tag')
  await page.keyboard.press('Enter')
  await page.getByText('Must be a BCP 47').waitFor()
  await page.getByRole('textbox', { name: 'Language' }).fill('en')
  await page.keyboard.press('Enter')
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
  await page.getByRole('region', { name: 'In the content' }).waitFor()
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

test('a lesson shows every type of block as a learner sees it, and its quiz can be tried', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id, modules } = await seedCourse(page)
  await page.goto(`/courses/${id}/lessons/${modules[0]!.lessons[0]!.id}`)
  await page.getByRole('heading', { level: 2, name: 'Photosynthesis' }).waitFor()
  expect(await page.title()).toBe('What a leaf does · Coursewright')
  await page.getByRole('img', { name: 'A leaf in cross-section' }).waitFor()
  await page.locator('.hljs-keyword').first().waitFor()
  // Captions are on from the start.
  const captions = () =>
    page.locator('video').evaluate((film: HTMLVideoElement) =>
      [...film.textTracks].map(({ language, label, mode, cues }) => ({
        language,
        label,
        mode,
        cues: [...(cues ?? [])].map((cue) => (cue as VTTCue).text),
      })),
    )
  await expect
    .poll(captions)
    .toEqual([{ language: 'en', label: 'English', mode: 'showing', cues: ['Light reaches the leaf.'] }])
  expect(await page.locator('iframe[title="Activity: simulation"]').getAttribute('sandbox')).not.toContain(
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
  await page.getByText('You have 3 of 5 points. Not passed yet.').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'quiz', page.getByRole('button', { name: 'Try again' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: 'Sugar' }).check({ force: true })
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('You have 2 of 5 points. Not passed yet.').waitFor()
  await page.getByRole('link', { name: /Next lesson/ }).click()
  await page.getByText('This picture has no address yet.').waitFor()
  mustBeQuiet(page)
})
