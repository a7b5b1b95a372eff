import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask, delayRequests } from './courses.ts'
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

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

type Details = { durationMinutes: number | null; objectives: string[] }
type Item = Details & { key: string | null; prerequisites: string[]; optional: boolean }
type Course = Details & { id: string; tags: string[]; authors: string[]; license: string | null }
type Saved = Course & { modules: (Item & { lessons: (Item & { id: string })[] })[] }

async function readCourse(page: Page, id: string): Promise<Saved> {
  const { course } = await ask<{ course: Saved }>(
    page,
    `query ($id: ID!) {
      course(id: $id) {
        id durationMinutes objectives tags authors license
        modules { key durationMinutes objectives prerequisites optional lessons { id key durationMinutes objectives prerequisites optional } }
      }
    }`,
    { id },
  )
  return course
}

async function fillDetails(page: Page, minutes: string, objectives: string): Promise<void> {
  await field(page, 'Duration in minutes').fill(minutes)
  await field(page, 'Learning objectives').fill(objectives)
}

/** Finds an option of the prerequisites by a text, and chooses it. */
async function addPrerequisite(page: Page, text: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Prerequisites' }).fill(text)
  // As a screen reader presses it.
  await page.getByRole('option', { name: option }).first().dispatchEvent('click')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
}

const submit = async (page: Page, name: string) => {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('the duration and the objectives of a course, a module and a lesson are entered, saved and shown', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page, '/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await field(page, 'Name').fill('Bread')
  await fillDetails(page, '90', 'Bake a loaf\n\n  Judge a crust  \n')
  await field(page, 'Tags').fill('x'.repeat(51))
  await page.getByText('A tag has at most 50 characters.').waitFor()
  await field(page, 'Tags').fill('bread\n\n at home \n')
  await field(page, 'Authors').fill('Ada Baker\nBo Miller')
  await field(page, 'License').fill('CC-BY-4.0')
  await mustBeAccessible(page)
  await submit(page, 'Create course')
  await page.getByRole('heading', { level: 1, name: 'Bread' }).waitFor()
  const id = new URL(page.url()).pathname.split('/')[2]!
  await page.getByText('1 h 30 min').waitFor()
  const objectives = page.getByRole('region', { name: 'Learning objectives' })
  expect(await objectives.getByRole('listitem').allTextContents()).toEqual(['Bake a loaf', 'Judge a crust'])

  await page.getByRole('button', { name: 'Add module' }).click()
  await field(page, 'Name').fill('Dough')
  await fillDetails(page, '40', 'Knead dough')
  for (const key of ['flour', ' water ']) await addPrerequisite(page, key, /a key that no part/)
  await page.getByText('Optional', { exact: true }).click()
  await mustBeAccessible(page)
  await submit(page, 'Add module')
  await page.getByRole('button', { name: 'Add a lesson to “Dough”' }).click()
  await field(page, 'Name').fill('Yeast')
  await fillDetails(page, '20', 'Feed yeast')
  await field(page, 'Key').fill('  yeast ')
  await mustBeAccessible(page)
  await submit(page, 'Add lesson')
  await page.getByRole('row', { name: /^Yeast/ }).waitFor()
  const created = await readCourse(page, id)
  const lessonId = created.modules[0]!.lessons[0]!.id
  expect(created).toEqual({
    id,
    durationMinutes: 90,
    objectives: ['Bake a loaf', 'Judge a crust'],
    tags: ['bread', 'at home'],
    authors: ['Ada Baker', 'Bo Miller'],
    license: 'CC-BY-4.0',
    modules: [
      {
        key: null,
        durationMinutes: 40,
        objectives: ['Knead dough'],
        prerequisites: ['flour', 'water'],
        optional: true,
        lessons: [
          {
            id: lessonId,
            key: 'yeast',
            durationMinutes: 20,
            objectives: ['Feed yeast'],
            prerequisites: [],
            optional: false,
          },
        ],
      },
    ],
  })

  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  expect(await field(page, 'Duration in minutes').inputValue()).toBe('90')
  expect(await field(page, 'Learning objectives').inputValue()).toBe('Bake a loaf\nJudge a crust')
  await fillDetails(page, '', '')
  await submit(page, 'Save')
  await page.getByRole('button', { name: 'More actions for “Yeast”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await fillDetails(page, '25', 'Feed yeast\nStore yeast')
  await addPrerequisite(page, 'x'.repeat(201), /a key that no part/)
  await page.getByText('A key has at most 200 characters.').waitFor()
  await page.getByRole('button', { name: /^Remove “xxx/ }).click()
  await addPrerequisite(page, 'flour', /a key that no part/)
  expect(await field(page, 'Key').inputValue()).toBe('yeast')
  await field(page, 'Key').fill('x'.repeat(201))
  await page.getByText('A key has at most 200 characters.').waitFor()
  await field(page, 'Key').fill('')
  await page.getByText('Optional', { exact: true }).click()
  await submit(page, 'Save')
  const edited = await readCourse(page, id)
  expect(edited).toMatchObject({ durationMinutes: null, objectives: [], tags: ['bread', 'at home'] })
  expect(edited.modules[0]!.lessons[0]).toEqual({
    id: lessonId,
    key: null,
    durationMinutes: 25,
    objectives: ['Feed yeast', 'Store yeast'],
    prerequisites: ['flour'],
    optional: true,
  })
  await page.goto(`/courses/${id}/lessons/${lessonId}`)
  await page.getByText('Duration: 25 min').waitFor()
  await objectives.getByText('Store yeast').waitFor()
  await mustBeAccessible(page)
  mustBeQuiet(page)
})

test('prerequisites are found by name, and a part without a key gets one from its name', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const lessons = [{ name: 'Größe der Hefe' }, { name: 'Salt', key: 'salt' }, { name: 'Salt' }, { name: 'Oven' }]
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id } }',
    { input: { name: 'Baked', modules: [{ name: 'Dough', lessons }] } },
  )
  await page.goto(`/courses/${createCourse.id}`)
  await page.getByRole('button', { name: 'More actions for “Oven”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await addPrerequisite(page, 'grosse', /^Größe der Hefe Dough/)
  await page.getByRole('button', { name: 'Remove “Größe der Hefe”' }).waitFor()
  await addPrerequisite(page, 'salt', /^Salt Dough/)
  const chosen = page.getByRole('list', { name: 'Chosen prerequisites' }).getByRole('listitem')
  await expect.poll(() => chosen.allTextContents()).toEqual(['Größe der Hefe ', 'Salt '])
  await addPrerequisite(page, 'salt', /^Salt Dough/)
  await expect.poll(() => chosen.allTextContents()).toEqual(['Größe der Hefe ', 'Salt ', 'Salt '])
  await addPrerequisite(page, 'later', /^later a key that no part/)
  await page.getByText('no such key yet').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'prerequisites')
  await page.getByRole('button', { name: 'Remove “later”' }).click()
  await page.getByRole('combobox', { name: 'Prerequisites' }).fill('Oven')
  await page.getByRole('option', { name: /^Oven a key/ }).waitFor()
  expect(await page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Tab')
  await submit(page, 'Save')
  const { modules } = await readCourse(page, createCourse.id)
  expect(modules[0]!.lessons.map(({ key, prerequisites }) => [key, prerequisites])).toEqual([
    ['grosse-der-hefe', []],
    ['salt', []],
    ['salt-2', []],
    [null, ['grosse-der-hefe', 'salt', 'salt-2']],
  ])
  mustBeQuiet(page)
})

test('the form says which limit the objectives or the duration exceed, and saves once they are within it', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    'mutation { createCourse(input: { name: "Limits" }) { id } }',
  )
  await page.goto(`/courses/${createCourse.id}`)
  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `Objective ${index + 1}`).join('\n')
  await fillDetails(page, '100001', lines(21))
  await page.getByText('Enter at most 20 objectives.').waitFor()
  await mustBeAccessible(page)
  await save.click()
  await page.getByText('Not saved', { exact: true }).waitFor()
  await field(page, 'Learning objectives').fill('x'.repeat(501))
  await page.getByText('An objective has at most 500 characters.').waitFor()
  await field(page, 'Learning objectives').fill(`${'x'.repeat(500)}\n${lines(19)}`)
  await save.click()
  await page.getByRole('textbox', { name: 'Duration in minutes' }).and(page.locator('[aria-invalid]')).waitFor()
  await field(page, 'Duration in minutes').fill('100000')
  await submit(page, 'Save')
  const { durationMinutes, objectives } = await readCourse(page, createCourse.id)
  expect([durationMinutes, objectives.length]).toEqual([100_000, 20])
})

test('what is typed while details or the message of a release are saved is kept', async () => {
  const page = await openPage(browser, service.url)
  page.on('dialog', (question) => void question.accept())
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    'mutation { createCourse(input: { name: "Bread", language: "en", modules: [{ name: "Dough", lessons: [{ name: "Yeast", blocks: [{ type: text, content: { text: "Yeast eats sugar." } }] }] }] }) { id } }',
  )
  const { id } = createCourse
  const dialog = page.getByRole('dialog')
  await page.goto(`/courses/${id}`)
  for (const mutation of ['UpdateModule', 'CreateModule', 'CreateCourse', 'PublishCourse'])
    await delayRequests(page, `mutation ${mutation}`)
  const edit = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
  }

  await edit('More actions for “Dough”')
  await field(page, 'Description').fill('First half.')
  const updated = page.waitForResponse((response) => response.request().postData()?.includes('UpdateModule') === true)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await field(page, 'Description').fill('First half. Second half.')
  await updated
  expect(await field(page, 'Description').inputValue()).toBe('First half. Second half.')
  expect(await dialog.getByText('This was saved elsewhere').count()).toBe(0)
  await submit(page, 'Save')

  await page.getByRole('button', { name: 'Add module' }).click()
  await field(page, 'Name').fill('Crust')
  await dialog.getByRole('button', { name: 'Add module' }).click()
  await field(page, 'Description').fill('Typed while the module is added.')
  await page.getByText('Your last changes are not saved yet. Open “Edit details” to continue.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await edit('More actions for “Crust”')
  expect(await field(page, 'Description').inputValue()).toBe('Typed while the module is added.')
  await submit(page, 'Save')
  const { course } = await ask<{ course: { modules: object[] } }>(
    page,
    'query ($id: ID!) { course(id: $id) { modules { name description } } }',
    { id },
  )
  expect(course.modules).toEqual([
    { name: 'Dough', description: 'First half. Second half.' },
    { name: 'Crust', description: 'Typed while the module is added.' },
  ])

  await ask(page, 'mutation { updateWorkspace(input: { publishGate: off }) { publishGate } }')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await field(page, 'What is new').fill('A crust.')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await field(page, 'What is new').fill('A crust. More soon.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  expect(await field(page, 'What is new').inputValue()).toBe('A crust. More soon.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await field(page, 'Name').fill('Cake')
  await dialog.getByRole('button', { name: 'Create course' }).click()
  await page.getByRole('combobox', { name: 'Language' }).fill('fr')
  await page.getByRole('heading', { level: 1, name: 'Cake' }).waitFor()
  await edit('More actions for this course')
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('French')
  await submit(page, 'Save')
  mustBeQuiet(page)
})
