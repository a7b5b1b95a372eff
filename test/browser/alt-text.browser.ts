import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusesWith, startFakeModel } from '../support/language-model.ts'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask, finishBlock } from './courses.ts'
import { begin, button, choose, field, makeLesson, makePicture, openEditor, readContents } from './files.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let model: Awaited<ReturnType<typeof startFakeModel>>
let service: Service
let withoutModel: Service
beforeAll(async () => {
  model = await startFakeModel()
  ;[browser, service, withoutModel] = await Promise.all([
    openBrowser(),
    startService({ OPENAI_BASE_URL: model.url }),
    startService(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
  await withoutModel?.close()
  model?.close()
})

test('the model suggests an alternative text in the language of the course, which the author takes or leaves', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const lesson = await makeLesson(page)
  const setLanguage = 'mutation ($id: ID!) { updateCourse(id: $id, input: { language: "de" }) { id } }'
  await ask(page, setLanguage, { id: lesson.courseId })
  await openEditor(page, lesson)
  const form = await begin(page, 'Image')
  const suggest = button(form, 'Suggest')
  const suggestion = form.getByRole('region', { name: 'Suggested alternative text' })
  const alt = field(form, 'Alternative text')
  await alt.waitFor()
  expect(await suggest.count()).toBe(0)
  await choose(page, button(form, 'Choose file'), [await makePicture('leaf.png', 'green')])

  model.behave(refusesWith(400))
  await suggest.click()
  await form.getByText('The language model refused the picture').waitFor()
  await mustBeAccessible(page)

  // The first suggestion is left, so nothing changes.
  model.behave('{"alt":"Ein grünes Blatt"}', '{"alt":"Etwas Grünes"}')
  await suggest.click()
  await suggestion.getByText('Etwas Grünes').waitFor()
  await takeScreenshots(page, 'alt-text-suggestion')
  await mustBeAccessible(page)
  expect(await suggestion.locator('p').first().getAttribute('lang')).toBe('de')
  expect(await alt.inputValue()).toBe('')
  await button(suggestion, 'Dismiss').click()
  await suggestion.waitFor({ state: 'detached' })
  await expect.poll(() => suggest.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await alt.inputValue()).toBe('')

  // The second one is taken, and saved with the block.
  await suggest.click()
  await button(suggestion, 'Use text').click()
  await expect.poll(() => alt.inputValue()).toBe('Ein grünes Blatt')
  await expect.poll(() => alt.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await suggestion.count()).toBe(0)
  await finishBlock(page)
  expect(await readContents(page, lesson)).toEqual([{ assetId: expect.any(String), alt: 'Ein grünes Blatt' }])
  const asked = model.requests.map(({ messages }) => JSON.stringify(messages[1]))
  expect(asked).toHaveLength(2)
  for (const message of asked) expect(message).toMatch(/\{\\"language\\":\\"de\\"\}.*data:image\/webp;base64,/)
  mustBeQuiet(page)
})

test('the library suggests the text of a picture, and saves it with the file', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page, '/files')
  await choose(page, button(page, 'Upload files'), [await makePicture('oak.png', 'brown')])
  // While it is uploaded, a button of the same name cancels it.
  await page
    .getByRole('list', { name: 'Files', exact: true })
    .getByRole('button', { name: /oak\.png/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'oak.png' })
  model.behave('{"alt":"An oak"}')
  await button(dialog, 'Suggest').click()
  await button(dialog, 'Use text').click()
  await takeScreenshots(page, 'file-alt-text')
  await button(dialog, 'Save').click()
  await dialog.waitFor({ state: 'detached' })
  // While it is uploaded, a button of the same name cancels it.
  await page
    .getByRole('list', { name: 'Files', exact: true })
    .getByRole('button', { name: /oak\.png/ })
    .click()
  await expect.poll(() => field(dialog, 'Alternative text').inputValue()).toBe('An oak')
  mustBeQuiet(page)
})

test('without a model nothing is offered', async () => {
  const page = await openPage(browser, withoutModel.url)
  await signIn(page)
  await openEditor(page, await makeLesson(page))
  const form = await begin(page, 'Image')
  // The form asks who the viewer is before it offers anything.
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('query Viewer') === true)
  await choose(page, button(form, 'Choose file'), [await makePicture('leaf.png', 'green')])
  await answered
  await field(form, 'Alternative text').fill('A leaf')
  expect(await button(form, 'Suggest').count()).toBe(0)
  mustBeQuiet(page)
})
