import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { blockForm, finishBlock } from './courses.ts'
import {
  begin,
  button,
  choose,
  field,
  give,
  isLoaded,
  makeLesson,
  makePicture,
  mustBeChosen,
  openEditor,
  readContents,
  type TestFile,
} from './files.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let folder: string
beforeAll(async () => {
  ;[browser, service, folder] = await Promise.all([
    openBrowser(),
    startService(),
    mkdtemp(join(tmpdir(), 'coursewright-files-')),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Makes a picture of noise, which is too large for one request. */
const makeLargePicture = async (name: string): Promise<TestFile> => {
  const [width, height] = [1500, 1200]
  const raw = { width, height, channels: 3 } as const
  return {
    name,
    type: 'image/png',
    bytes: await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  }
}

test('a picture is chosen, dropped or pasted into an image block, with progress, and its alternative text is asked for', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const lesson = await makeLesson(page)
  await openEditor(page, lesson)
  const form = await begin(page, 'Image')
  await mustBeAccessible(page)
  await takeScreenshots(page, 'image-form')

  // A large picture is sent to an address of its own. It waits there, so that the progress can be seen.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let sendings = 0
  await page.route('**/assets/uploads/**', async (route) => {
    sendings++
    if (sendings === 1) await held
    // The second request finds no service, and the upload tries again.
    // The page may have given up the request meanwhile.
    await (sendings === 2 ? route.abort() : route.continue()).catch(() => {})
  })
  await choose(page, button(form, 'Choose file'), [await makeLargePicture('noise.png')])
  await page.getByRole('progressbar', { name: 'Upload of noise.png' }).waitFor()
  await takeScreenshots(page, 'image-upload')
  await mustBeAccessible(page)
  await button(form, 'Cancel the upload of noise.png').click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  release()
  await choose(page, button(form, 'Choose file'), [await makeLargePicture('noise.png')])
  const alt = field(form, 'Alternative text')
  await expect.poll(() => alt.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(sendings).toBe(3)
  await page.keyboard.type('Noise')
  await expect.poll(() => isLoaded(form.getByRole('img', { name: 'Noise' }))).toBe(true)

  // A drop anywhere in the form replaces the picture, and the text that was typed stays.
  await give(form.getByRole('region', { name: 'Preview' }), 'drop', [await makePicture('leaf.png', 'green')])
  await mustBeChosen(form, 'leaf.png')
  expect(await alt.inputValue()).toBe('Noise')
  await give(alt, 'paste', [await makePicture('image.png', 'olive')])
  await mustBeChosen(form, 'image.png')
  await takeScreenshots(page, 'image-chosen')
  await mustBeAccessible(page)

  // What is no picture is refused in words, before and after it is sent.
  await give(form, 'drop', [{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Notes') }])
  await form.getByText('“notes.txt” is no picture.').waitFor()
  await give(form, 'drop', [{ name: 'fake.png', type: 'image/png', bytes: Buffer.from('<html>No picture</html>') }])
  await form.getByText('fake.png was not uploaded').waitFor()
  await form.getByText('The type of the file is not allowed.').waitFor()
  await takeScreenshots(page, 'image-refused')
  await mustBeAccessible(page)
  await button(form, 'Dismiss fake.png').click()
  await finishBlock(page)

  const [content] = await readContents(page, lesson)
  expect(content).toEqual({ assetId: expect.any(String), alt: 'Noise' })
  await page.reload()
  await expect.poll(() => isLoaded(page.locator('img[alt="Noise"]'))).toBe(true)
  await page.goto(`/courses/${lesson.courseId}/lessons/${lesson.lessonId}`)
  await expect.poll(() => isLoaded(page.locator('img[alt="Noise"]'))).toBe(true)
  mustBeQuiet(page)
}, 240_000)

test('a picture that is pasted into a text appears at the cursor, and a failed upload keeps its place', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const lesson = await makeLesson(page, [{ type: 'text', content: { text: 'Before\n\nAfter' } }])
  await openEditor(page, lesson)
  await button(page, 'Markdown source of “Text: Before”').click()
  const form = blockForm(page)
  const text = field(form, 'Text')
  await text.focus()
  await text.evaluate((element) => (element as HTMLTextAreaElement).setSelectionRange(7, 7))
  const full = {
    error: {
      code: 'internal_error',
      message: 'The service has no space for files.',
      details: { reason: 'storage_full' },
    },
  }
  await page.route('**/assets/uploads/**', (route) => route.fulfill({ status: 507, json: full }))
  await give(text, 'paste', [await makePicture('Red [leaf].png', 'red')])
  await form.getByText('The service has no space for files.').waitFor()
  expect(await text.inputValue()).toMatch(/^Before\n!\[Uploading Red {2}leaf .png …\]\(upload:\d+\)\nAfter$/)
  await mustBeAccessible(page)
  await takeScreenshots(page, 'text-upload-failed')
  await page.unroute('**/assets/uploads/**')
  await button(form, 'Upload Red [leaf].png again').click()
  await expect.poll(() => text.inputValue()).toMatch(/^Before\n!\[Red {2}leaf\]\(asset:[0-9a-f-]{36}\)\n+After$/)
  await expect.poll(() => isLoaded(form.getByRole('img', { name: 'Red leaf', exact: true }))).toBe(true)
  await give(text, 'drop', [await makePicture('blue.png', 'blue')])
  await expect.poll(() => text.inputValue()).toMatch(/!\[blue\]\(asset:/)
  await finishBlock(page)
  await expect.poll(() => isLoaded(page.locator('img[alt="blue"]'))).toBe(true)
  mustBeQuiet(page)
})

test('a picture that is pasted into a question is shown there, in the preview and in the lesson', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openEditor(page, await makeLesson(page))
  const form = await begin(page, 'Quiz')
  const question = field(form, 'Question')
  await question.fill('What is this?')
  await give(question, 'paste', [await makePicture('leaf.png', 'green')])
  await expect.poll(() => question.inputValue()).toMatch(/^What is this\?\n\n!\[leaf\]\(asset:[0-9a-f-]{36}\)$/)
  await expect.poll(() => isLoaded(form.getByRole('img', { name: 'leaf', exact: true }))).toBe(true)
  await finishBlock(page)
  await expect.poll(() => isLoaded(page.locator('img[alt="leaf"]'))).toBe(true)
  mustBeQuiet(page)
})

test('a film gets its file, its poster and its captions by language, and plays with them', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const lesson = await makeLesson(page)
  await openEditor(page, lesson)
  const form = await begin(page, 'Video')
  const bytes = await readFile(new URL('./pages/light.webm', import.meta.url))
  await give(form, 'drop', [
    { name: 'light.webm', type: 'video/webm', bytes },
    { name: 'light.de.srt', type: '', bytes: Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nLicht\n') },
  ])
  await mustBeChosen(form, 'light.webm')
  const captions = form.getByRole('group', { name: 'Captions 1: German' })
  await captions.getByText('light.de.srt', { exact: true }).waitFor()
  const poster = form.getByRole('group', { name: 'Poster image' })
  await choose(page, button(poster, 'Choose file'), [await makePicture('poster.png', 'navy')])
  await mustBeChosen(poster, 'poster.png')
  await button(form, 'Add captions').click()
  const english = form.getByRole('group', { name: 'Captions 2: English' })
  await choose(page, button(english, 'Choose file'), [
    { name: 'light.en.vtt', type: 'text/vtt', bytes: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nLight\n') },
  ])
  await mustBeChosen(english, 'light.en.vtt')
  const video = form.locator('video')
  const readCues = () =>
    video.evaluate((element) =>
      [...(element as HTMLVideoElement).textTracks].map(({ language, cues }) => [
        language,
        (cues?.[0] as VTTCue | undefined)?.text,
      ]),
    )
  await expect.poll(readCues).toContainEqual(['de', 'Licht'])
  await takeScreenshots(page, 'video-form')
  await mustBeAccessible(page)
  await finishBlock(page)
  expect(await readContents(page, lesson)).toEqual([
    {
      assetId: expect.any(String),
      posterAssetId: expect.any(String),
      captions: [
        { language: 'de', assetId: expect.any(String) },
        { language: 'en', assetId: expect.any(String) },
      ],
    },
  ])
  mustBeQuiet(page)
})

test('the library finds files by name, type and use, changes them, and deletes only what nothing uses', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page, '/files')
  await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
  const grid = page.getByRole('list', { name: 'Files', exact: true })
  const pdf = { name: 'plan.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7\nA plan\n') }
  await choose(page, button(page, 'Upload files'), [await makePicture('oak.png', 'brown'), pdf])
  await grid.getByText('oak.png').waitFor()
  await give(page.getByRole('main'), 'drop', [await makePicture('birch.png', 'beige')])
  await grid.getByText('birch.png').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'files')

  // The details of a file.
  await grid.getByRole('button', { name: /oak\.png/ }).click()
  const dialog = page.getByRole('dialog', { name: 'oak.png' })
  await field(dialog, 'Alternative text').fill('An oak')
  await field(dialog, 'Name').fill('old oak.png')
  await dialog.getByText('640 × 400 pixels').waitFor()
  await dialog.getByText('Nothing uses this file.').waitFor()
  await takeScreenshots(page, 'file-details')
  await mustBeAccessible(page)
  await button(dialog, 'Save').click()
  await dialog.waitFor({ state: 'detached' })
  await grid.getByText('old oak.png').waitFor()

  // A block uses the file, which is chosen from the library.
  const lesson = await makeLesson(page)
  await openEditor(page, lesson)
  const form = await begin(page, 'Image')
  await button(form, 'From library').click()
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  await picker.getByRole('searchbox').fill('oak')
  await expect.poll(() => picker.getByRole('listitem').count()).toBe(1)
  await mustBeAccessible(page)
  await takeScreenshots(page, 'file-picker')
  await picker.getByRole('button', { name: /old oak\.png/ }).click()
  const alt = field(form, 'Alternative text')
  await expect.poll(() => alt.inputValue()).toBe('An oak')
  await finishBlock(page)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('oak')
  await expect.poll(() => grid.getByRole('listitem').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?search=oak')
  await page.getByText('Unused only').click()
  await page.getByRole('heading', { name: 'No file matches' }).waitFor()
  await page.getByRole('link', { name: 'Show all files' }).click()
  await page.getByText('Unused only').click()
  await grid.getByText('plan.pdf').waitFor()
  await expect.poll(() => grid.getByText('old oak.png').count()).toBe(0)
  await page.goto('/files?type=document')
  await expect.poll(() => grid.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('plan.pdf')])

  // A used file is refused, with the places that use it.
  await page.goto('/files?search=oak')
  await grid.getByRole('button', { name: /old oak\.png/ }).click()
  await button(page, 'Delete file').click()
  await button(page.getByRole('alertdialog'), 'Delete file').click()
  const refusal = page.getByRole('dialog', { name: 'This file is used' })
  await refusal.getByRole('link', { name: 'Plants › Light' }).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'file-used')
  await refusal.getByRole('link', { name: 'Plants › Light' }).click()
  await page.getByRole('group', { name: 'Edit image' }).waitFor()
  await page.goto('/files?type=document')
  await grid.getByRole('button', { name: /plan\.pdf/ }).click()
  await button(page, 'Delete file').click()
  await button(page.getByRole('alertdialog'), 'Delete file').click()
  await page.getByRole('heading', { name: 'No file matches' }).waitFor()
  await button(page, 'Import from address').click()
  await field(page, 'Address').fill('https://127.0.0.1/leaf.png')
  await button(page, 'Import').click()
  await expect.poll(() => field(page, 'Address').getAttribute('aria-invalid')).toBe('true')
  await mustBeAccessible(page)
  mustBeQuiet(page)
}, 240_000)

test('a file that is dropped where nothing takes files does not open in the tab', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page, '/courses')
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
  const file = join(folder, 'page.html')
  await writeFile(file, '<h1>Not the dashboard</h1>')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  await page.waitForTimeout(500)
  expect(new URL(page.url()).pathname).toBe('/courses')
  expect(page.context().pages()).toHaveLength(1)
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
})
