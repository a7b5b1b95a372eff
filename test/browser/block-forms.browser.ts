import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask, blockForm, finishBlock } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Opens the editor of a lesson with these blocks. Returns the id of the lesson. */
async function openLesson(page: Page, blocks: readonly object[] = []): Promise<string> {
  const { createCourse } = await ask<{ createCourse: { id: string; modules: { lessons: { id: string }[] }[] } }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id } } } }',
    { input: { name: 'Plants', modules: [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }] } },
  )
  const lessonId = createCourse.modules[0]!.lessons[0]!.id
  await page.goto(`/courses/${createCourse.id}/lessons/${lessonId}/edit`)
  await page.getByRole('heading', { level: 1, name: 'Light' }).waitFor()
  return lessonId
}

async function begin(page: Page, type: string): Promise<void> {
  await button(page, 'Add block').first().click()
  await page.getByRole('menuitem', { name: type }).click()
  await blockForm(page).waitFor()
}

const readContent = async (page: Page, id: string) => {
  const query = 'query ($id: ID!) { lesson(id: $id) { blocks { content } } }'
  const { lesson } = await ask<{ lesson: { blocks: { content: Record<string, unknown> }[] } }>(page, query, { id })
  return lesson.blocks.at(-1)!.content
}

/** Chooses an option of a list that a button with this name opens. */
async function choose(within: Locator, from: RegExp, to: string): Promise<void> {
  await within.getByRole('button', { name: from }).click()
  await within.page().getByRole('option', { name: to, exact: true }).click()
}

/** Adds a question of this type to the quiz in the form, and returns its form. */
async function addQuestion(page: Page, number: number, type: string, prompt: string): Promise<Locator> {
  if (number > 1) await button(page, 'Add question').click()
  const question = page.getByRole('group', { name: `Question ${number}`, exact: true })
  await field(question, 'Question').fill(prompt)
  await choose(question, /One correct answer/, type)
  return question
}

test('a quiz with a question of each new type is found after a reload as it was entered, and its preview grades it', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const lessonId = await openLesson(page)
  await begin(page, 'Quiz')

  const several = await addQuestion(page, 1, 'Several correct answers', 'Which is a metal?')
  // Enter makes the next answer, and goes to it.
  await field(several, 'Answer 1').fill('Sugar')
  await field(several, 'Answer 1').press('Enter')
  await page.keyboard.type('Salt')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Light')
  expect(await field(several, 'Answer 2').inputValue()).toBe('Salt')
  expect(await field(several, 'Answer 3').inputValue()).toBe('Light')
  await several.getByText('None of these answers is right').click()

  const number = await addQuestion(page, 2, 'Number', 'How fast is a fall after a second?')
  await field(number, 'Correct number').fill('9.8')
  await field(number, 'Tolerance').fill('0.1')
  await field(number, 'Unit').fill('m/s')
  await number.getByText('More settings').click()
  await field(number, 'Attempts').fill('3')
  await field(number, 'Feedback on a right answer').fill('Well done.')
  await field(number, 'Feedback on a wrong answer').fill('Try again.')
  await button(number, 'Add hint').click()
  await field(number, 'Hint 1').fill('Less than ten.')

  const ordering = await addQuestion(page, 3, 'Put in order', 'From seed to fruit')
  await field(ordering, 'Option 1').fill('Seed')
  await field(ordering, 'Option 1').press('Enter')
  await page.keyboard.type('Fruit')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Flower')
  await button(ordering, 'Move option 3 up').click()

  const matching = await addQuestion(page, 4, 'Match pairs', 'Which belongs together?')
  await field(matching, 'Target 1').fill('Sweet')
  await field(matching, 'Target 2').fill('Salty')
  await field(matching, 'Option 1').fill('Sugar')
  await field(matching, 'Option 2').fill('Brine')
  await choose(matching, /Option 1 belongs to/, 'Sweet')
  await choose(matching, /Option 2 belongs to/, 'Salty')

  const cloze = await addQuestion(page, 5, 'Text with gaps', 'Leaves are {{colour}} and make')
  await button(cloze, 'Add gap').click()
  await field(cloze, 'Right texts for colour').fill('green\nviridian')
  await field(cloze, 'Right texts for g2').fill('sugar')
  await field(cloze, 'Choices for g2').fill('salt\n\nsugar\n')
  await cloze.getByText('More settings').click()
  await cloze.getByText('Upper and lower case matter').click()

  const essay = await addQuestion(page, 6, 'Long text', 'Why are leaves green?')
  await field(essay, 'Sample answer').fill('They send green light back.')
  await mustBeAccessible(page)
  await takeScreenshots(page, 'quiz-form', ordering)

  const preview = page.getByRole('region', { name: 'Preview' })
  await field(preview, 'Gap 1').fill('Green')
  await preview.getByRole('button', { name: 'Check answers' }).click()
  // The question that no answer is right for, and the parts of which one is right.
  await preview.getByText('Score: 1 of 5 points.').waitFor()
  await preview.getByText('Incorrect.', { exact: true }).first().waitFor()
  await preview.getByText('They send green light back.').waitFor()
  await preview.getByText('Hint 1').waitFor()
  await mustBeAccessible(page)
  await finishBlock(page)

  const stored = await readContent(page, lessonId)
  const questions = stored.questions as Record<string, unknown>[]
  const orderingIds = (questions[2]!.options as { id: string }[]).map(({ id }) => id)
  const targetIds = (questions[3]!.targets as { id: string }[]).map(({ id }) => id)
  expect(questions).toMatchObject([
    { type: 'multiple_choice', answer: [], options: [{ text: 'Sugar' }, { text: 'Salt' }, { text: 'Light' }] },
    {
      ...{ type: 'numeric', answer: 9.8, tolerance: 0.1, unit: 'm/s', attempts: 3, hints: ['Less than ten.'] },
      ...{ feedbackCorrect: 'Well done.', feedbackIncorrect: 'Try again.' },
    },
    { type: 'ordering', answer: orderingIds, options: [{ text: 'Seed' }, { text: 'Flower' }, { text: 'Fruit' }] },
    { type: 'matching', answer: { o1: targetIds[0], o2: targetIds[1] } },
    {
      ...{ type: 'cloze', prompt: 'Leaves are {{colour}} and make {{g2}}', caseSensitive: true },
      ...{ gaps: [{ id: 'colour' }, { id: 'g2', options: ['salt', 'sugar'] }] },
      ...{ answer: { colour: ['green', 'viridian'], g2: 'sugar' } },
    },
    { type: 'essay', sampleAnswer: 'They send green light back.' },
  ])

  await page.reload()
  await page.getByRole('button', { name: /^Edit “Quiz/ }).click()
  await blockForm(page).waitFor()
  expect(await several.getByRole('checkbox', { name: 'None of these answers is right' }).isChecked()).toBe(true)
  expect(await field(number, 'Correct number').inputValue()).toBe('9.8')
  expect(await field(number, 'Hint 1').inputValue()).toBe('Less than ten.')
  expect(await field(ordering, 'Option 2').inputValue()).toBe('Flower')
  await matching.getByRole('button', { name: /Salty/ }).waitFor()
  expect(await field(cloze, 'Right texts for colour').inputValue()).toBe('green\nviridian')
  expect(await field(essay, 'Sample answer').inputValue()).toBe('They send green light back.')
  await field(essay, 'Explanation').fill('Chlorophyll.')
  await finishBlock(page)
  const changed = structuredClone(stored)
  Object.assign((changed.questions as object[])[5]!, { explanation: 'Chlorophyll.' })
  expect(await readContent(page, lessonId)).toEqual(changed)
  mustBeQuiet(page)
})

test('Tab indents in the code field, Escape and Tab leave it, and members without a field are kept', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const content = { language: 'js', code: 'if (x) {\n}', tests: [{ name: 'First', own: 1 }], own: { deep: true } }
  const lessonId = await openLesson(page, [{ type: 'code', content }])
  await page.getByRole('button', { name: /^Edit “Code/ }).click()
  const code = field(page, 'Code')
  await code.focus()
  await code.evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(8, 8))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('y()')
  expect(await code.inputValue()).toBe('if (x) {\n  y()\n}')
  await page.keyboard.press('Shift+Tab')
  expect(await code.inputValue()).toBe('if (x) {\ny()\n}')
  await page.keyboard.press('Control+z')
  expect(await code.inputValue()).toBe('if (x) {\n  y()\n}')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await field(page, 'File name').and(page.locator(':focus')).waitFor()
  await field(page, 'Block title').fill('Try it')
  await field(page, 'Highlighted lines').fill('1, 2-3')
  await field(page, 'Solution: learners do not get it').fill('y()')
  await page.getByText('Hidden: learners do not get it').click()
  await takeScreenshots(page, 'code-form')
  await mustBeAccessible(page)
  await finishBlock(page)
  expect(await readContent(page, lessonId)).toEqual({
    ...content,
    code: 'if (x) {\n  y()\n}',
    title: 'Try it',
    highlight: [1, 2, 3],
    solution: 'y()',
    tests: [{ name: 'First', own: 1, hidden: true }],
  })
  mustBeQuiet(page)
})

test('a picture is asked for when its address is written, and not at each key', async () => {
  const page = await openPage(browser, service.url)
  const asked: string[] = []
  await page.context().route('https://example.com/**', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await page.clock.install()
  await signIn(page)
  await openLesson(page, [{ type: 'image', content: { alt: 'A leaf' } }])
  await button(page, 'Edit “Image: A leaf”').click()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(blockForm(page), 'Image URL').pressSequentially('https://example.com/leaf.png')
  expect(asked).toEqual([])
  await page.clock.resume()
  await expect.poll(() => asked).toContain('https://example.com/leaf.png')
  expect(new Set(asked).size).toBe(1)
  mustBeQuiet(page)
})
