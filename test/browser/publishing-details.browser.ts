import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { ask } from './courses.ts'
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

type Created = { id: string; modules: { id: string; lessons: { id: string; blocks: { id: string }[] }[] }[] }
const makeText = (text: string) => ({ type: 'text', content: { text } })

/** Creates and publishes a course with the lessons “Worms” and “Roots”, or with the given modules. */
async function createCourse(fields: object = {}) {
  const lessons = [
    { name: 'Worms', blocks: [makeText('Worms dig.'), makeText('Worms eat.')] },
    { name: 'Roots', blocks: [makeText('Roots drink.')] },
  ]
  const input = { name: 'Gardens', language: 'en', published: true, modules: [{ name: 'Soil', lessons }], ...fields }
  const { createCourse } = await ask<{ createCourse: Created }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { id lessons { id blocks { id } } } } }',
    { input },
  )
  const [worms, roots] = createCourse.modules[0]!.lessons
  return { id: createCourse.id, worms: worms!, roots: roots! }
}

const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })

async function openPublishDialog(id: string): Promise<void> {
  await page.goto(`/courses/${id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
}

const selectLesson = (name: string) => dialog().getByRole('group', { name: 'What to publish' }).getByText(name).click()

test('lessons are published only after their dry run, and those that belong together are named and selected', async () => {
  const { id, worms, roots } = await createCourse()
  const move = 'mutation ($id: ID!, $lessonId: ID!) { moveBlock(id: $id, lessonId: $lessonId) { id } }'
  await ask(page, move, { id: worms.blocks[0]!.id, lessonId: roots.id })
  const sent: { lessonIds?: string[]; confirm?: string }[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('mutation PublishCourse')) sent.push(request.postDataJSON().variables.input)
  })
  let answer: (() => void) | undefined
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON() as {
      query: string
      variables: { lessonIds?: string[] }
    }
    if (!answer && query.includes('mutation PublishPlan') && variables.lessonIds?.length === 2)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
    return route.fallback()
  })
  await openPublishDialog(id)
  await dialog().getByText('Some lessons').click()
  await selectLesson('Roots')
  const refusal = dialog().getByRole('alert')
  await refusal.getByText('The selected lessons cannot be published alone').waitFor()
  expect(await refusal.getByRole('listitem').allTextContents()).toEqual(['Worms'])
  expect(await button('Publish').isDisabled()).toBe(true)
  await mustBeAccessible(page)

  await button('Select it too').click()
  await refusal.waitFor({ state: 'detached' })
  expect(await dialog().getByRole('checkbox', { name: 'Worms' }).isChecked()).toBe(true)
  await expect.poll(() => answer).toBeDefined()
  expect(await button('Publish').isDisabled()).toBe(true)
  answer?.()
  await button('Publish').click()
  await page.getByText('Published as release 2.').waitFor()
  expect(sent).toEqual([expect.objectContaining({ lessonIds: [roots.id, worms.id], confirm: expect.any(String) })])
  await page.unroute('**/graphql')
})

test('the first publish of a course counts all blocks, although not all changes are listed', async () => {
  const blocks = Array.from({ length: 300 }, (_, index) => makeText(`Block ${index}`))
  const lessons = Array.from({ length: 4 }, (_, index) => ({ name: `Lesson ${index}`, blocks }))
  const { id } = await createCourse({ published: false, modules: [{ name: 'Large', lessons }] })
  await openPublishDialog(id)
  await dialog().getByText('It has 1 module, 4 lessons, 1,200 blocks.').waitFor()
})

test('a failure to load the names of the live release is shown, and the names are loaded again', async () => {
  const { id } = await createCourse()
  const error = { message: 'The service has failed.', extensions: { code: 'internal_error' } }
  for (const path of [`/courses/${id}`, `/courses/${id}/compare?from=1&to=draft`, `/courses/${id}/releases`]) {
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query ReleaseOutline')
        ? route.fulfill({ json: { errors: [error] } })
        : route.fallback(),
    )
    await page.goto(path)
    if (path.endsWith(id)) await page.getByRole('button', { name: 'Publish', exact: true }).click()
    if (path.endsWith('/releases')) {
      await page.getByRole('button', { name: 'Actions for release 1' }).click()
      await page.getByRole('menuitem', { name: 'Restore…' }).click()
    }
    const notice = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
    await notice.waitFor()
    await page.unroute('**/graphql')
    await notice.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'detached' })
  }
})

test('the restore of a deleted lesson names this lesson, and says that the rest of the draft stays', async () => {
  const { id, worms } = await createCourse()
  await ask(page, 'mutation ($id: ID!) { deleteLesson(id: $id) { id } }', { id: worms.id })
  await page.goto(`/courses/${id}/compare?from=1&to=draft`)
  await page.getByRole('button', { name: 'Restore “Worms” of release 1' }).click()
  await dialog().getByText('3 changes in the draft:').waitFor()
  expect(await dialog().getByRole('listitem').allTextContents()).toEqual([
    'The lesson “Worms” comes back',
    'A block of “Worms” comes back',
    'A block of “Worms” comes back',
  ])
  await dialog()
    .getByText('The lesson becomes what it was in release 1. The rest of the draft stays as it is.')
    .waitFor()
  await button('Cancel').click()
})

test('a schedule that is saved without a change keeps its seconds', async () => {
  const { id } = await createCourse({ published: false })
  const liveFrom = '2050-01-01T10:00:30.000Z'
  const liveUntil = '2050-02-01T10:00:45.000Z'
  await ask(
    page,
    'mutation ($id: ID!, $input: CreateReleaseInput!) { createRelease(courseId: $id, input: $input) { isNew } }',
    { id, input: { liveFrom, liveUntil } },
  )
  await page.goto(`/courses/${id}/releases`)
  await page.getByRole('button', { name: 'Actions for release 1' }).click()
  await page.getByRole('menuitem', { name: 'Change schedule…' }).click()
  await button('Save').click()
  await page.getByText('The schedule was saved.').waitFor()
  const { course } = await ask<{ course: { releases: object[] } }>(
    page,
    'query ($id: ID!) { course(id: $id) { releases { liveFrom liveUntil } } }',
    { id },
  )
  expect(course.releases).toEqual([{ liveFrom, liveUntil }])
})

test('a page behind the last page of a list leads to the last page', async () => {
  const { id } = await createCourse()
  const deleted = await createCourse({ name: 'Deleted course' })
  await ask(page, 'mutation ($id: ID!) { deleteCourse(id: $id) { id } }', { id: deleted.id })
  for (const [path, shown] of [
    ['/trash', 'Deleted course'],
    [`/courses/${id}/releases`, 'Release 1'],
    ['/courses', 'Gardens'],
  ] as const) {
    await page.goto(`${path}?page=7`)
    await page.getByRole('main').getByText(shown, { exact: true }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('a preview link of 90 days is created although the clock of the device is ahead', async () => {
  const { id } = await createCourse()
  const ahead = await openPage(browser, service.url, { storageState: await page.context().storageState() })
  await ahead.clock.install({ time: Date.now() + 20_000 })
  await ahead.goto(`/courses/${id}/releases`)
  await ahead.getByRole('button', { name: 'Create preview link' }).first().click()
  await ahead.getByRole('button', { name: /The link ends/ }).click()
  await ahead.getByRole('option', { name: 'In 90 days' }).click()
  await ahead.getByRole('button', { name: 'Create link' }).click()
  await ahead.getByText('The preview link is ready').waitFor()
  await ahead.getByRole('button', { name: 'Done' }).click()

  await ahead.clock.setSystemTime(Date.now() + 3_600_000)
  await ahead.getByRole('button', { name: 'Create preview link' }).first().click()
  await ahead.getByRole('button', { name: /The link ends/ }).click()
  await ahead.getByRole('option', { name: 'In 90 days' }).click()
  await ahead.getByRole('button', { name: 'Create link' }).click()
  await ahead.getByText('Must be within 90 days.').waitFor()
  await mustBeAccessible(ahead)
  await ahead.context().close()
})

test('Publish without a connection waits for the service, and the page stays', async () => {
  const { id } = await createCourse()
  await page.goto(`/courses/${id}`)
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await publish.click()
  await page
    .getByText(/cannot be reached/)
    .first()
    .waitFor()
  await publish.waitFor()
  await page.context().setOffline(false)
  await dialog().getByRole('heading', { name: 'Checks' }).waitFor()
})

test('the visibility and slug show what was saved elsewhere, and an edit of them is kept and asks which version to keep', async () => {
  const { id } = await createCourse()
  const save = (input: object) =>
    ask(page, 'mutation ($id: ID!, $input: UpdateCourseInput!) { updateCourse(id: $id, input: $input) { version } }', {
      id,
      input,
    })
  const read = async () => {
    const query = 'query ($id: ID!) { course(id: $id) { visibility slug } }'
    return (await ask<{ course: object }>(page, query, { id })).course
  }
  const slug = page.getByRole('textbox', { name: 'Slug' })
  const radio = (name: string) => page.getByRole('radio', { name })
  const path = `/courses/${id}/releases`
  await page.goto(path)
  await slug.waitFor()
  const other = await page.context().newPage()
  await other.goto(path)
  await other.getByText('Public', { exact: true }).click()
  await other.getByRole('textbox', { name: 'Slug' }).fill('first-gardens')
  await other.getByRole('button', { name: 'Save' }).click()
  // Closed before it knows that it has saved, the tab would leave an unsaved edit.
  await other.getByText('Saved.').waitFor()
  await expect.poll(() => slug.inputValue()).toBe('first-gardens')
  expect(await radio('Public').isChecked()).toBe(true)
  await other.close()

  await slug.fill('my-gardens')
  // A release is no change of the visibility and the slug.
  await ask(page, 'mutation ($id: ID!) { createRelease(courseId: $id, input: {}) { isNew } }', { id })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Continue “Visibility and slug: Gardens”' }).click()
  await page.getByText('This is your unsaved edit.').waitFor()
  expect(await slug.inputValue()).toBe('my-gardens')

  await save({ visibility: 'private' })
  await page.reload()
  await page.getByText('This was saved elsewhere').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Use saved version' }).click()
  await page.getByText('This was saved elsewhere').waitFor({ state: 'detached' })
  expect([await slug.inputValue(), await radio('Private').isChecked()]).toEqual(['first-gardens', true])

  // The page does not know the newest version when the author saves.
  await slug.fill('our-gardens')
  await save({ visibility: 'public' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This was saved elsewhere').waitFor()
  expect(await read()).toEqual({ visibility: 'public', slug: 'first-gardens' })
  await page.getByRole('button', { name: 'Overwrite with my version' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await read()).toEqual({ visibility: 'private', slug: 'our-gardens' })
})
