import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from '../../src/courses/block/types.ts'
import { compileJsonSchemaValidator } from '../../src/courses/block/validator.ts'
import type { JsonObject } from '../../src/operations/json-object.ts'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { answerExamples, ask } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let author: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  author = await openPage(browser, service.url)
  await answerExamples(author)
  await signIn(author)
  await ask(author, 'mutation { updateWorkspace(input: { publishGate: off }) { publishGate } }')
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

type Block = { type: BlockType; content: JsonObject }
type Created = { id: string; modules: { lessons: { id: string; blocks: { id: string }[] }[] }[] }

/** Publishes a public course with one lesson, and returns it with the path of the lesson for learners. */
async function publish(slug: string, blocks: readonly Block[], words: JsonObject = {}) {
  const course = { name: 'Plants', ...words, slug, language: 'en', visibility: 'public', published: true }
  const { createCourse } = await ask<{ createCourse: Created }>(
    author,
    `mutation ($input: CreateCourseInput!) {
       createCourse(input: $input) { id modules { lessons { id blocks { id } } } }
     }`,
    { input: { ...course, modules: [{ name: 'Leaves', ...words, lessons: [{ name: 'Light', ...words, blocks }] }] } },
  )
  const { workspace } = await ask<{ workspace: { publicId: string } }>(author, '{ workspace { publicId } }')
  const [lesson] = createCourse.modules[0]!.lessons
  return {
    courseId: createCourse.id,
    blockIds: lesson!.blocks.map(({ id }) => id),
    path: `/learn/${workspace.publicId}/${slug}/${lesson!.id}`,
  }
}

const examples: Block[] = blockTypeNames.map((type) => ({ type, content: blockTypeDefinitionByName[type].example }))

/** Text that tries to run a script, to leave its place in the page, or to make the page wider than the screen. */
const hostileText = [
  '<script>window.ran = 1</script><img src="https://example.com/x" alt="x" onerror="window.ran = 2">',
  '"><svg onload="window.ran = 3"></svg>\'``{{constructor.constructor("window.ran = 5")()}}',
  '</p></section></main></article></body><main id="content"><nav>nav</nav><h1>Again</h1></main>',
  '[link](javascript:window.ran=6) [other](data:text/html,<script>window.ran=7</script>)',
  '<form action="https://example.com/"><input name="block" value="1" autofocus></form>',
  '<style>* { display: none !important }</style><iframe srcdoc="<script>parent.ran = 8</script>"></iframe>',
  `${'w'.repeat(3000)} \u202Eright to left\u202C \uFFFF ${'a\u0301'.repeat(500)} مرحبا 🌿`,
].join('\n\n')

/** Replaces each text of a content that the type allows to be any text. */
function makeHostile({ type, content }: Block): Block {
  const findErrors = compileJsonSchemaValidator(blockTypeDefinitionByName[type].schema)
  const copy = structuredClone(content)
  const replaceIn = (value: JsonObject | unknown[]) => {
    for (const [name, inner] of Object.entries(value)) {
      const target = value as Record<string, unknown>
      if (typeof inner === 'object' && inner !== null) replaceIn(inner as JsonObject)
      else if (typeof inner === 'string' && !/^(id|answer|format|language|type)$/.test(name)) {
        target[name] = hostileText
        if (findErrors(copy).length > 0) target[name] = inner
      }
    }
  }
  replaceIn(copy)
  return { type, content: copy }
}

/** Opens a page as a learner, and expects that it is accessible, shows the whole lesson and runs no script of authors. */
async function mustBeSafeForLearners(path: string, blockCount: number): Promise<Page> {
  const page = await openPage(browser, service.url)
  await answerExamples(page)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(path)
  await mustBeAccessible(page)
  expect(await page.locator('main').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.locator('main section.block').count()).toBe(blockCount)
  expect(await page.getByRole('link', { name: 'Back to the course' }).isVisible()).toBe(true)
  await page.setViewportSize({ width: 360, height: 740 })
  await mustBeAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(dialogs).toEqual([])
  mustBeQuiet(page)
  return page
}

test('the page of a lesson with the example of every block type is accessible, before and after its quizzes are checked', async () => {
  const { path } = await publish('examples', examples)
  const page = await mustBeSafeForLearners(path, examples.length)
  await page.getByRole('button', { name: 'Check answers' }).first().click()
  await page.getByText(/^Score: /).waitFor()
  await mustBeAccessible(page)
})

test('the number of a question and its full stop stay on one line, on the page for learners and in the preview', async () => {
  const prompt =
    'Which of these parts of a plant takes up most of the water that its leaves lose on a hot day? '.repeat(9)
  const options = ['a', 'b'].map((id) => ({ id, text: id }))
  const makeQuestion = (_: unknown, index: number) => ({
    ...{ id: `q${index}`, type: 'single_choice', answer: 'a', points: 2 },
    ...{ prompt: index % 2 === 0 ? prompt : 'w'.repeat(900), options },
  })
  const quiz: Block = { type: 'quiz', content: { questions: Array.from({ length: 12 }, makeQuestion) } }
  const { courseId, path } = await publish('numbers', [quiz])
  const reading = `/courses/${courseId}/lessons/${path.split('/').at(-1)}`
  for (const address of [path, reading]) {
    await author.goto(address)
    await author.setViewportSize({ width: 390, height: 844 })
    for (const number of ['1.', '2.', '11.', '12.']) {
      const lines = await author.getByText(number, { exact: true }).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
      expect([address, number, lines]).toEqual([address, number, 1])
    }
    await takeScreenshots(author, address === path ? 'quiz-page' : 'quiz-preview')
  }
  await author.setViewportSize({ width: 1440, height: 900 })
})

test('the page of a lesson with an empty block of every type is accessible', async () => {
  const { path } = await publish(
    'empty',
    blockTypeNames.map((type) => ({ type, content: type === 'text' ? { text: '' } : {} })),
  )
  await mustBeSafeForLearners(path, blockTypeNames.length)
})

test('hostile text in every block type, and in all names, runs no script and leaves the page whole', async () => {
  const name = hostileText.slice(0, 255)
  const { path } = await publish('hostile', examples.map(makeHostile), { name, description: hostileText })
  const page = await mustBeSafeForLearners(path, examples.length)
  await page.getByRole('button', { name: 'Check answers' }).first().click()
  await page.getByText(/^Score: /).waitFor()
  await mustBeAccessible(page)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the comparison and the publish dialog show a change of every block type as text, and are accessible', async () => {
  const { courseId, blockIds } = await publish('compared', examples)
  for (const [index, id] of blockIds.entries()) {
    const { content } = makeHostile(examples[index]!)
    const update =
      'mutation ($id: ID!, $content: JSONObject!) { updateBlock(id: $id, input: { content: $content }) { id } }'
    await ask(author, update, { id, content })
  }
  await author.goto(`/courses/${courseId}/compare?from=1&to=draft`)
  await author.getByRole('status').getByText(`${examples.length} changed`).waitFor()
  await author.getByText('window.ran').first().waitFor()
  await mustBeAccessible(author)
  await author.goto(`/courses/${courseId}`)
  await author.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = author.getByRole('dialog')
  await dialog.getByText('window.ran').filter({ visible: true }).first().waitFor()
  await mustBeAccessible(author)
  await author.setViewportSize({ width: 360, height: 740 })
  expect(await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  expect(await author.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await author.evaluate(() => 'ran' in window)).toBe(false)
  mustBeQuiet(author)
})
