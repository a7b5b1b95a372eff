import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { answerExamples, ask, blockForm, finishBlock } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  page = await openPage(browser, service.url)
  await answerExamples(page)
  await signIn(page)
})
afterAll(async () => {
  mustBeQuiet(page)
  await browser.close()
  await service.close()
})

const leaf = { type: 'text', content: { text: 'A leaf turns light and water into sugar.' } }
const root = { type: 'text', content: { text: 'A root takes up water.' } }

type Created = { id: string; modules: { lessons: { id: string; blocks: { id: string }[] }[] }[] }

/** Creates a course of two lessons, and publishes it without checks. */
async function createCourse(name: string, { blocks = [leaf] as object[], published = true } = {}) {
  const lessons = [
    { name: 'Leaves', blocks },
    { name: 'Roots', blocks: [root] },
  ]
  const input = { name, language: 'en', published, modules: [{ name: 'Plants', lessons }] }
  const { createCourse } = await ask<{ createCourse: Created }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id blocks { id } } } } }',
    { input },
  )
  const [leaves, roots] = createCourse.modules[0]!.lessons
  return { id: createCourse.id, leaves: leaves!, roots: roots! }
}

const writeText = (id: string, text: string) =>
  ask(
    page,
    'mutation ($id: ID!, $content: JSONObject!) { updateBlock(id: $id, input: { content: $content }) { id } }',
    {
      id,
      content: { text },
    },
  )

type Release = { number: number; message: string | null; liveFrom: string | null; isPartial: boolean; pinned: boolean }
type Published = { status: string; liveReleaseNumber: number | null; releases: Release[] }

const readPublished = async (id: string): Promise<Published> =>
  (
    await ask<{ course: Published }>(
      page,
      'query ($id: ID!) { course(id: $id) { status liveReleaseNumber releases { number message liveFrom isPartial pinned } } }',
      { id },
    )
  ).course

const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const toast = (text: string | RegExp) => page.getByRole('alertdialog').getByText(text)

async function openPublishDialog(id: string): Promise<void> {
  await page.goto(`/courses/${id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog().getByRole('heading', { name: 'Checks' }).waitFor()
}

/** Returns whether an element is within the part of the page that the window and the dialog show. */
const isInSight = (element: Locator) =>
  element.evaluate(
    (one) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect()
          resolve(entry?.isIntersecting === true)
        })
        observer.observe(one)
      }),
  )

/** Counts the requests of the page that ask for findings outside a dry run. */
function countFindingRequests(): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('courseChecks(')) count++
  })
  return () => count
}

test('an author corrects or dismisses what the checks have found, and then publishes with a message', async () => {
  const blocks = [
    { type: 'text', content: { text: '# Leaves\n\n### Light\n\nLight becomes sugar.' } },
    { type: 'image', content: { url: 'https://example.com/leaf.svg' } },
  ]
  const { id } = await createCourse('Checked', { blocks, published: false })
  const findingRequests = countFindingRequests()
  await openPublishDialog(id)
  await dialog().getByText('Learners do not see this course yet. It has 1 module, 2 lessons, 3 blocks.').waitFor()
  await dialog().getByText('Correct or dismiss this finding first').waitFor()
  await dialog().getByText('Optional: 1 warning').click()
  await mustBeAccessible(page)

  expect(await dialog().getByRole('region').first().getAttribute('aria-label')).toBe('Checks')
  await dialog().getByText('Correct or dismiss 1 finding first.').waitFor()
  await dialog().getByText('Later', { exact: true }).scrollIntoViewIfNeeded()
  await button('Publish').click()
  await expect.poll(focused).toBe('Checks')
  expect(await isInSight(dialog().getByText('This course cannot be published yet'))).toBe(true)
  expect((await readPublished(id)).status).toBe('draft')

  await button(/^Fix: /).click()
  await dialog().getByText('Optional: 1 warning').waitFor({ state: 'detached' })
  await dialog().getByText('The checks have found 1 error.', { exact: true }).waitFor()
  await expect.poll(focused).toBe('Checks')
  await button(/^Dismiss: The image has no alternative text/).click()
  await dialog().getByRole('textbox', { name: /^Why/ }).fill('A decoration.')
  await mustBeAccessible(page)
  await button('Dismiss finding').click()
  await dialog().getByText('Dismissed (1)').waitFor()
  // The findings come with the dry run. Only the list of dismissed findings is a request of its own.
  expect(findingRequests()).toBe(0)
  await dialog().getByText('Dismissed (1)').click()
  await button(/^Undo dismissal/).waitFor()
  expect(findingRequests()).toBe(1)
  await mustBeAccessible(page)
  await button(/^Undo dismissal/).click()
  await dialog().getByText('Correct or dismiss this finding first').waitFor()
  await button(/^Dismiss: The image has no alternative text/).click()
  await button('Dismiss finding').click()
  await dialog().getByText('Correct or dismiss').first().waitFor({ state: 'detached' })
  expect(await dialog().getByText('Correct or dismiss').count()).toBe(0)

  await dialog().getByRole('textbox', { name: 'What is new' }).fill('The first version.')
  await button('Publish').click()
  await dialog().getByText('Published as release 1.').waitFor()
  await dialog().getByText('Nobody can open it by a link yet').waitFor()
  await mustBeAccessible(page)
  await button('Done').click()
  await expect.poll(focused).toBe('Publish')
  await page.getByText('Published', { exact: true }).waitFor()
  const { status, releases } = await readPublished(id)
  expect([status, releases.map(({ message }) => message)]).toEqual(['published', ['The first version.']])
})

test('a publish that is refused because another person has made the gate stricter says so in sight', async () => {
  const blocks = [{ type: 'image', content: { url: 'https://example.com/leaf.svg' } }]
  const { id } = await createCourse('Stricter', { blocks, published: false })
  const setGate = (gate: string) =>
    ask(page, `mutation { updateWorkspace(input: { publishGate: ${gate} }) { publishGate } }`)
  await setGate('off')
  await page.setViewportSize({ width: 1440, height: 420 })
  await openPublishDialog(id)
  await setGate('errors')
  await button('Publish').click()
  const refusal = dialog().getByText('You find them above, under “Checks”.')
  await refusal.waitFor()
  expect(await isInSight(refusal)).toBe(true)
  await dialog()
    .getByText(/^Correct or dismiss \d+ findings? first\.$/)
    .waitFor()
  await button('Publish').click()
  await expect.poll(focused).toBe('Checks')
  expect((await readPublished(id)).status).toBe('draft')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a publish names the unsaved edits of the course, opens each to save it, and leaves out the rest', async () => {
  /** Types a new description into the details of what the menu with this name belongs to, and saves nothing. */
  async function typeDescription(menu: string, text: string): Promise<void> {
    await page.getByRole('button', { name: `More actions for ${menu}` }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await dialog().getByRole('textbox', { name: 'Description' }).fill(text)
    await button('Cancel').click()
    await dialog().waitFor({ state: 'detached' })
  }
  const other = await createCourse('Another')
  await page.goto(`/courses/${other.id}`)
  await typeDescription('this course', 'Of another course.')
  const { id } = await createCourse('Half saved', { published: false })
  await page.goto(`/courses/${id}`)
  await typeDescription('this course', 'Plants of the wood.')
  await typeDescription('“Roots”', 'How plants drink.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog().getByText('2 edits of this course are not saved').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'publish-unsaved')

  await button('Open “Course: Half saved”').click()
  await dialog().getByRole('heading', { name: 'Edit course' }).waitFor()
  expect(await dialog().getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Plants of the wood.')
  await button('Save').click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog().getByText('1 edit of this course is not saved').waitFor()
  await button('Cancel').click()
  await dialog().waitFor({ state: 'detached' })
  await typeDescription('this course', 'Plants of the wood and the field.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await button('Publish without unsaved edits').click()
  await dialog().getByText('Published as release 1.').waitFor()
  await button('Done').click()
  // The release gives the course another version, and changes none of its details.
  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await dialog().getByText('This is your unsaved edit.').waitFor()
  expect(await dialog().getByRole('textbox', { name: 'Description' }).inputValue()).toBe(
    'Plants of the wood and the field.',
  )
  expect(await dialog().getByText('This was saved elsewhere').count()).toBe(0)
  await button('Save').click()
  await dialog().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await button('Open “Lesson: Roots”').click()
  await dialog().getByRole('heading', { name: 'Edit lesson' }).waitFor()
  expect(await dialog().getByRole('textbox', { name: 'Description' }).inputValue()).toBe('How plants drink.')
  await button('Save').click()
  await dialog().waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await openPublishDialog(id)
  await button('Publish').waitFor()
})

test('unpublished changes are marked everywhere, compared word by word, and published lesson by lesson or later', async () => {
  const { id, leaves, roots } = await createCourse('Changed')
  await page.goto('/courses')
  const row = page.getByRole('main').getByRole('link', { name: /^Changed/ })
  await row.getByText('Published', { exact: true }).waitFor()
  expect(await row.getByText('Unpublished changes').count()).toBe(0)
  await writeText(leaves.blocks[0]!.id, 'A green leaf turns light and water into sugar.')
  await writeText(roots.blocks[0]!.id, 'A root takes up water and salts.')
  for (const path of ['/', '/courses', `/courses/${id}`, `/courses/${id}/lessons/${leaves.id}/edit`]) {
    await page.goto(path)
    await page.getByRole('main').getByText('Unpublished changes').first().waitFor()
  }

  await openPublishDialog(id)
  await dialog().getByText('Compared with release 1, which learners see now: 2 changed.').waitFor()
  const added = dialog().locator('ins')
  expect((await added.allTextContents()).map((text) => text.replace(/added: | end of added/g, '').trim())).toEqual([
    'green',
    'and salts',
  ])
  await mustBeAccessible(page)
  await takeScreenshots(page, 'publish')
  await dialog().getByText('Some lessons').click()
  await button('Publish').click()
  await dialog().getByText('Select at least one lesson.').waitFor()
  await dialog().getByText('Leaves', { exact: true }).last().click()
  await expect.poll(() => added.count()).toBe(1)
  // Somebody else writes meanwhile, so that the author has not seen what would be published.
  await writeText(leaves.blocks[0]!.id, 'A green leaf turns light and water into sugar. Salt is none.')
  await button('Publish').click()
  await dialog().getByRole('alert').getByText('the course has changed meanwhile').waitFor()
  await dialog().getByText('Salt is none.').waitFor()
  await button('Publish').click()
  await dialog().getByText('Published as release 2.').waitFor()

  await openPublishDialog(id)
  await dialog().getByText('Later', { exact: true }).click()
  await dialog().getByText('In your time zone: UTC.').waitFor()
  await dialog().getByLabel('Learners see it from').fill('2020-01-01T10:00')
  await button('Schedule').click()
  await dialog().getByText('Enter a time in the future.').waitFor()
  await mustBeAccessible(page)
  await dialog().getByLabel('Learners see it from').fill('2050-01-01T10:00')
  await button('Schedule').click()
  await dialog().getByText('Release 3 goes live on 1 Jan 2050, 10:00 (UTC).').waitFor()
  const { liveReleaseNumber, releases } = await readPublished(id)
  expect(liveReleaseNumber).toBe(2)
  expect(releases.map(({ isPartial }) => isPartial)).toEqual([false, true, false])
  expect(releases[0]!.liveFrom).toBe('2050-01-01T10:00:00.000Z')
  await page.goto(`/courses/${id}/releases`)
  await page.getByText('Release 3 goes live on 1 Jan 2050, 10:00 (UTC).').waitFor()
  for (const action of ['Change schedule…', 'Cancel schedule…']) {
    await act(3, action)
    await dialog().waitFor()
    await mustBeAccessible(page)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
})

test('a changed text is compared as learners see it, and only its lesson is marked as changed', async () => {
  const before = '## Leaves\n\nA **leaf** turns light into sugar.\n\n- green\n- flat'
  const { id, leaves, roots } = await createCourse('Compared', {
    blocks: [{ type: 'text', content: { text: before } }],
  })
  await writeText(leaves.blocks[0]!.id, before.replace('A **leaf**', 'A **green leaf**').replace('- flat', '- wide'))
  await openPublishDialog(id)
  const changes = dialog().getByRole('region', { name: 'Changes' })
  await changes.getByRole('heading', { name: 'Leaves' }).waitFor()
  const marked = (tag: string) => changes.locator(`${tag}:not(:has(${tag}))`).allTextContents()
  const wordsOf = (texts: string[]) => texts.map((text) => text.replace(/(added|removed): | end of \w+/g, '').trim())
  expect(wordsOf(await marked('ins'))).toEqual(['green', 'wide'])
  expect(wordsOf(await marked('del'))).toEqual(['flat'])
  expect(await changes.textContent()).not.toContain('**')
  await mustBeAccessible(page)
  await takeScreenshots(page, 'publish-difference')

  const main = page.getByRole('main')
  await page.goto(`/courses/${id}/lessons/${leaves.id}/edit`)
  await main.getByText('Unpublished changes').waitFor()
  await page.goto(`/courses/${id}/lessons/${roots.id}/edit`)
  const asked = page.waitForResponse(
    (response) => response.request().postData()?.includes('LessonPublication') === true,
  )
  await page.reload()
  await asked
  await main.getByText('Published', { exact: true }).waitFor()
  expect(await main.getByText('Unpublished changes').count()).toBe(0)
  await ask(page, 'mutation ($id: ID!) { deleteBlock(id: $id) { id } }', { id: leaves.blocks[0]!.id })
  await page.goto('/trash')
  await page.getByText('Text: Leaves', { exact: true }).first().waitFor()
})

const act = async (number: number, action: string) => {
  await page.getByRole('button', { name: `Actions for release ${number}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const releaseRow = (number: number) =>
  page
    .getByRole('region', { name: 'All releases' })
    .getByRole('listitem')
    .filter({ hasText: `Release ${number}` })

test('releases are listed, compared, restored, pinned, made live again and unpublished', async () => {
  const { id, leaves } = await createCourse('Released')
  await writeText(leaves.blocks[0]!.id, 'Second text.')
  await ask(page, 'mutation ($id: ID!) { createRelease(courseId: $id, input: { message: "Second" }) { isNew } }', {
    id,
  })
  await writeText(leaves.blocks[0]!.id, 'Third text.')
  await page.goto(`/courses/${id}`)
  await page.getByRole('link', { name: 'Releases' }).click()
  await releaseRow(2).getByText('Live', { exact: true }).waitFor()
  await releaseRow(2).getByText('Second').waitFor()
  await page.getByRole('heading', { name: 'No preview links' }).waitFor()
  await mustBeAccessible(page)

  await act(2, 'Compare with release 1')
  await page.getByText('Second text.').waitFor()
  await page.getByRole('button', { name: /Later/ }).click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await page.getByText('Third text.').waitFor()
  expect(new URL(page.url()).search).toBe('?from=1&to=draft')
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Restore “Leaves” of release 1' }).click()
  await dialog().getByText('1 change in the draft:').waitFor()
  await dialog().getByText('A block of “Leaves” changes').waitFor()
  await mustBeAccessible(page)
  await button('Restore').click()
  await toast('Restored. The draft as it was before is release 3.').waitFor()
  await page.getByRole('heading', { name: 'Nothing differs' }).waitFor()

  await page.goto(`/courses/${id}/releases`)
  await releaseRow(3).getByText('Kept draft').waitFor()
  await act(1, 'Pin')
  await releaseRow(1).getByText('Pinned').waitFor()
  await act(1, 'Make live again…')
  await button('Make live').waitFor()
  await mustBeAccessible(page)
  await button('Make live').click()
  await releaseRow(1).getByText('Live', { exact: true }).waitFor()
  const opened = page.waitForEvent('popup')
  await act(2, 'Open as learner')
  const learner = await opened
  await learner.getByRole('heading', { level: 1, name: 'Released' }).waitFor()
  expect(new URL(learner.url()).pathname).toMatch(/^\/preview\//)
  await learner.close()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await mustBeAccessible(page)
  await button('Unpublish').click()
  await page.getByText('Learners do not see this course.').waitFor()
  const { liveReleaseNumber, releases } = await readPublished(id)
  expect([liveReleaseNumber, releases.filter(({ pinned }) => pinned).map(({ number }) => number)]).toEqual([null, [1]])

  await page.setViewportSize({ width: 360, height: 780 })
  await mustBeAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a course gets a public address, and its draft a preview link that is copied and revoked', async () => {
  const { id } = await createCourse('Shared')
  await page.goto(`/courses/${id}/releases`)
  await page.getByText('Public', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Slug' }).fill('moon')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Is taken.').waitFor()
  await page.getByRole('textbox', { name: 'Slug' }).fill('shared-plants')
  await page.getByText('Is taken.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Link for learners' }).inputValue())
    .toMatch(/\/learn\/[0-9a-f]{12}\/shared-plants$/)
  await mustBeAccessible(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open as learner' }).click()
  const learner = await opened
  await learner.getByRole('heading', { level: 1, name: 'Shared' }).waitFor()
  expect(learner.url()).toMatch(/\/shared-plants$/)
  await learner.close()

  await page.getByRole('button', { name: 'Create preview link' }).click()
  await mustBeAccessible(page)
  const chooseEnd = async (name: string) => {
    await dialog()
      .getByRole('button', { name: /The link ends/ })
      .click()
    await page.getByRole('option', { name }).click()
  }
  await chooseEnd('At a time')
  await dialog().getByLabel('Ends on').fill('2020-01-01T10:00')
  await button('Create link').click()
  const isPast = dialog().getByText('Must be in the future.').first()
  await isPast.waitFor()
  await chooseEnd('In a week')
  await isPast.waitFor({ state: 'detached' })
  await button('Create link').click()
  await button('Copy preview link').click()
  // Read at once: another test can copy something too.
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await mustBeAccessible(page)
  expect((await fetch(address)).status).toBe(200)
  await button('Done').click()
  await page.getByRole('button', { name: /^Revoke the link to the draft/ }).click()
  await button('Revoke link').waitFor()
  await mustBeAccessible(page)
  await button('Revoke link').click()
  await page.getByRole('heading', { name: 'No preview links' }).waitFor()
  expect((await fetch(address)).status).toBe(404)
})

test('a preview is opened again with the same link, and with a new one once the link is revoked', async () => {
  const { id } = await createCourse('Previewed', { published: false })
  await page.goto(`/courses/${id}/releases`)
  /** Opens the draft as a learner and returns the address of its preview. */
  async function openDraft(): Promise<string> {
    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open the draft as learner' }).click(),
    ])
    await preview.getByRole('heading', { level: 1, name: 'Previewed' }).waitFor()
    const address = preview.url()
    await preview.close()
    return address
  }
  const first = await openDraft()
  expect(await openDraft()).toBe(first)
  await page.getByRole('button', { name: /^Revoke the link to the draft/ }).click()
  await button('Revoke link').click()
  await page.getByRole('heading', { name: 'No preview links' }).waitFor()
  expect(await openDraft()).not.toBe(first)
})

test('publishing ends with the link for learners, and Share takes it back', async () => {
  const { id } = await createCourse('Grüße & Größe', { published: false })
  await openPublishDialog(id)
  await dialog().getByText('Unlisted', { exact: true }).click()
  await button('Publish').click()
  const link = () => dialog().getByRole('textbox', { name: 'Link for learners' })
  await link().waitFor()
  expect(await link().inputValue()).toMatch(/\/learn\/\w+\/grusse-grosse$/)
  await mustBeAccessible(page)
  await takeScreenshots(page, 'published')
  const [learner] = await Promise.all([
    page.waitForEvent('popup'),
    dialog().getByRole('link', { name: 'Open', exact: true }).click(),
  ])
  await learner.getByRole('heading', { level: 1, name: 'Grüße & Größe' }).waitFor()
  await button('Done').click()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await link().waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'share')
  await dialog().getByText('Private', { exact: true }).click()
  await button('Save').click()
  await link().waitFor({ state: 'detached' })
  expect((await learner.reload())!.status()).toBe(404)
  await learner.close()
})

test('a slug that another course has is left out, so that publishing goes on', async () => {
  await createCourse('Twin', { published: false })
  const { id } = await createCourse('Twin', { published: false })
  const other = await createCourse('Twin', { published: false })
  await ask(page, 'mutation ($id: ID!) { updateCourse(id: $id, input: { slug: "twin" }) { id } }', { id: other.id })
  await openPublishDialog(id)
  await dialog().getByText('Public', { exact: true }).click()
  await button('Publish').click()
  const link = dialog().getByRole('textbox', { name: 'Link for learners' })
  await link.waitFor()
  expect(await link.inputValue()).toContain(`/${id}`)
})

test('the publish gate of the workspace is chosen in the settings', async () => {
  const readGate = async () =>
    (await ask<{ workspace: { publishGate: string } }>(page, '{ workspace { publishGate } }')).workspace.publishGate
  const save = page
    .locator('form', { has: page.getByRole('group', { name: 'Publish gate' }) })
    .getByRole('button', { name: 'Save' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Workspace' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  const oldName = await name.inputValue()
  await name.fill('x'.repeat(500))
  await page.locator('form', { has: name }).getByRole('button', { name: 'Save' }).click()
  const isTooLong = page.locator('form', { has: name }).getByText(/characters/)
  await isTooLong.waitFor()
  await name.fill(oldName)
  await isTooLong.waitFor({ state: 'detached' })
  await page.getByText('No errors and no warnings').click()
  await mustBeAccessible(page)
  await save.click()
  await toast('Saved.').waitFor()
  expect(await readGate()).toBe('warnings')
  await page.getByText('No errors', { exact: true }).click()
  await save.click()
  await expect.poll(readGate).toBe('errors')
})

test('what is deleted comes back by Undo or from the trash, or is deleted for good', async () => {
  const { id, leaves } = await createCourse('Deleted')
  await page.goto(`/courses/${id}`)
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `More actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  const lesson = page.getByRole('row', { name: /^Leaves/ })
  await remove('Leaves')
  await lesson.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await lesson.waitFor()
  await remove('Leaves')
  await lesson.waitFor({ state: 'detached' })
  await remove('Plants')
  await page.getByText('No modules yet').waitFor()

  await page.getByRole('link', { name: 'Trash' }).click()
  const entry = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await entry('Leaves').getByText('from “Deleted”').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Restore “Leaves”' }).click()
  await page.getByText('what it belonged to is in the trash too').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Restore both' }).click()
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leaves' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/courses/${id}/lessons/${leaves.id}/edit`)

  await page.goto(`/courses/${id}`)
  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('restored.').waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Deleted/ })
    .click()
  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
  await page.goto('/trash?level=course')
  await page.getByRole('button', { name: 'Delete “Deleted” for good' }).click()
  await button('Delete for good').waitFor()
  await mustBeAccessible(page)
  await button('Delete for good').click()
  await entry('Deleted').waitFor({ state: 'detached' })
})

test('an archived course leaves the list, is read-only on every page, and comes back as a draft', async () => {
  const { id, leaves } = await createCourse('Archived course')
  await ask(page, 'mutation ($id: ID!) { createPreviewLink(courseId: $id, input: {}) { previewLinkId } }', { id })
  await page.goto(`/courses/${id}`)
  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await dialog().getByText('Learners do not see it any more.').waitFor()
  await mustBeAccessible(page)
  await button('Archive course').click()
  await page.getByText('This course is archived').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor({ state: 'detached' })
  await mustBeAccessible(page)
  await page.goto('/courses')
  const row = page.getByRole('link', { name: /^Archived course/ })
  await page.getByRole('link', { name: /^The Moon/ }).waitFor()
  expect(await row.count()).toBe(0)
  await page.getByRole('button', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'Archived' }).click()
  await row.click()

  const main = page.getByRole('main')
  const buttons = () =>
    main.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel || one.textContent.trim()))
  const menuItems = () => page.getByRole('menuitem').allTextContents()
  await page.getByRole('row', { name: /^Leaves/ }).waitFor()
  expect(await buttons()).toEqual(['More actions for this course', 'Unarchive', expect.stringMatching(/lapse/)])
  await page.getByRole('button', { name: 'More actions for this course' }).click()
  expect(await menuItems()).toEqual(['Duplicate'])
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /^Leaves/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Leaves' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/courses/${id}/lessons/${leaves.id}`)
  await page.getByRole('navigation', { name: 'Lessons' }).or(page.getByRole('article')).first().waitFor()
  expect(await page.getByRole('link', { name: 'Edit lesson' }).count()).toBe(0)

  const editor = `/courses/${id}/lessons/${leaves.id}/edit`
  await page.goto(editor)
  await page.getByRole('grid', { name: 'Blocks' }).waitFor()
  expect(await buttons()).toEqual([
    'Hide the outline',
    expect.stringMatching(/^Hide the lessons of/),
    'Unarchive',
    expect.stringMatching(/^More actions for “Text: A leaf/),
  ])
  await page.getByRole('button', { name: /^More actions/ }).click()
  expect(await menuItems()).toEqual(['Copy link'])
  await page.keyboard.press('Escape')
  await mustBeAccessible(page)
  // A link to a text opens it to be written; there is nothing to write here.
  await page.goto(`${editor}?write=${leaves.blocks[0]!.id}`)
  await blockForm(page).getByText('This course is archived').waitFor()
  await mustBeAccessible(page)

  await page.goto(`/courses/${id}/releases`)
  await main.getByRole('button', { name: /^Revoke the link to the draft/ }).waitFor()
  await releaseRow(1).waitFor()
  expect(await buttons()).toEqual(['Unarchive', 'Actions for release 1', expect.stringMatching(/^Revoke/)])
  await page.getByRole('button', { name: 'Actions for release 1' }).click()
  expect(await menuItems()).toEqual(['Compare with the draft'])
  await page.keyboard.press('Escape')
  await mustBeAccessible(page)

  await page.goto(`/courses/${id}`)
  await page.getByRole('button', { name: 'Unarchive' }).click()
  await page.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add module' }).waitFor()
  expect((await readPublished(id)).status).toBe('draft')
})

test('a finding of a text leads to the text itself, with the cursor in it', async () => {
  const { id, leaves } = await createCourse('Empty heading', { blocks: [leaf], published: false })
  await writeText(leaves.blocks[0]!.id, 'Light\n\n##')
  await openPublishDialog(id)
  await dialog()
    .getByText(/^Optional: /)
    .click()
  await dialog()
    .getByRole('link', { name: /Plants › Leaves/ })
    .first()
    .click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.and(page.locator(':focus')).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.type('Bright ')
  await text.getByText('Bright Light').waitFor()
})

test('an edit of a course that somebody else has archived meanwhile keeps its text, and is saved after unarchiving', async () => {
  const { id, leaves } = await createCourse('Archived meanwhile')
  await page.goto(`/courses/${id}/lessons/${leaves.id}/edit?block=${leaves.blocks[0]!.id}`)
  await blockForm(page).getByRole('textbox').first().waitFor()
  await ask(page, 'mutation ($id: ID!) { archiveCourse(id: $id) { id } }', { id })
  await blockForm(page).getByRole('textbox').first().fill('A leaf is green.')
  await blockForm(page).getByText('This course is archived').waitFor()
  await blockForm(page).getByRole('button', { name: 'Unarchive' }).click()
  await blockForm(page).getByText('Saved', { exact: true }).waitFor()
  await finishBlock(page)
  await page.getByText('A leaf is green.').first().waitFor()
})
