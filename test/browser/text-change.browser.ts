import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { refusesWith, startFakeModel, startsAndHangs } from '../support/language-model.ts'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { button, field, type Lesson, makeLesson, openEditor, readContents } from './files.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let model: Awaited<ReturnType<typeof startFakeModel>>
let service: Service
let withoutModel: Service
beforeAll(async () => {
  model = await startFakeModel()
  ;[browser, service, withoutModel] = await Promise.all([
    openBrowser(),
    startService({ OPENAI_BASE_URL: model.url, RATE_LIMIT_AI: '1000' }),
    startService(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
  await withoutModel?.close()
  model?.close()
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Change with AI' })
const tool = (page: Page) => button(page.getByRole('toolbar', { name: 'Text tools' }), 'Change with AI')
const focused = (page: Page) => page.locator(':focus')
const answer = (changed: string) => JSON.stringify({ text: changed })
/** The model is asked with these data. */
const asked = () => model.requests.map(({ messages }) => JSON.parse(messages[1]!.content))

const block = (written: string) => ({ type: 'text', content: { text: written } })

async function openText(written: string, url = service.url): Promise<{ page: Page; lesson: Lesson }> {
  const page = await openPage(browser, url)
  await signIn(page)
  const lesson = await makeLesson(page, [block(written)])
  await openEditor(page, lesson)
  await page.waitForLoadState('networkidle')
  await page.getByRole('grid', { name: 'Blocks' }).getByRole('row').first().focus()
  await page.keyboard.press('Enter')
  await text(page).and(focused(page)).waitFor()
  return { page, lesson }
}

/** Selects words in the text, as a pointer does that is drawn over them. */
async function select(page: Page, words: string): Promise<void> {
  await text(page).evaluate((element, sought) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(sought)
      if (at >= 0) getSelection()!.setBaseAndExtent(node, at, node, at + sought.length)
    }
  }, words)
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(words)
  await page.waitForTimeout(50)
}

async function chooseTask(page: Page, name: string): Promise<void> {
  await tool(page).click()
  await page.getByRole('menuitem', { name }).click()
}

const mustBecome = (page: Page, lesson: Lesson, written: string) =>
  expect.poll(async () => (await readContents(page, lesson))[0]!.text).toBe(written)

test('selected words are rewritten when the author takes it, what is around keeps its bytes, and undo brings them back', async () => {
  const written = '* Leaves *make* sugar.\n* They   need light & water.\n\n__Roots__ drink.'
  // Strong text is written as the author writes it.
  const taken = written.replace('drink', 'hold the plant and __drink__')
  const { page, lesson } = await openText(written)
  model.behave(answer('hold the plant and **drink**'))
  await select(page, 'drink')
  await chooseTask(page, 'Rewrite')
  await panel(page).getByText('Rewrite the selected text').waitFor()
  await button(panel(page), 'Take').waitFor()
  await takeScreenshots(page, 'text-change')
  await mustBeAccessible(page)
  expect(asked()).toEqual([{ course: 'Plants', lesson: 'Light', text: 'drink' }])
  await expect.poll(() => button(panel(page), 'Take').and(focused(page)).count()).toBe(1)
  await button(panel(page), 'Take').click()
  await panel(page).waitFor({ state: 'detached' })
  await text(page).and(focused(page)).waitFor()
  await mustBecome(page, lesson, taken)
  await page.keyboard.press('Control+z')
  await mustBecome(page, lesson, written)
  await page.keyboard.press('Control+Shift+z')
  await mustBecome(page, lesson, taken)
  mustBeQuiet(page)
})

test('without a selection the whole text is translated, and what is left or canceled changes nothing', async () => {
  const written = '## Leaves\n\nThey make **sugar**.'
  const { page, lesson } = await openText(written)
  model.behave(answer('## Blätter\n\nSie machen **Zucker**.'))
  await chooseTask(page, 'Translate')
  const language = page.getByRole('combobox', { name: 'Into the language' })
  await language.and(focused(page)).waitFor()
  await button(panel(page), 'Translate').click()
  await panel(page).getByText('Choose a language.').waitFor()
  await language.fill('German')
  await page.keyboard.press('Enter')
  await takeScreenshots(page, 'text-change-translate')
  await mustBeAccessible(page)
  await button(panel(page), 'Translate').click()
  await button(panel(page), 'Leave').click()
  await text(page).and(focused(page)).waitFor()
  expect(await text(page).textContent()).toContain('They make sugar.')
  expect(asked()).toEqual([{ course: 'Plants', lesson: 'Light', language: 'de', text: written }])

  // The model does not answer, so the author writes on and cancels.
  model.behave(startsAndHangs('{"text":'))
  await chooseTask(page, 'Shorten')
  await panel(page).getByText('The language model is writing …').waitFor()
  await expect.poll(() => model.requests.length).toBe(1)
  await takeScreenshots(page, 'text-change-waiting')
  await mustBeAccessible(page)
  await text(page).focus()
  await page.waitForTimeout(50)
  await page.keyboard.press('Control+End')
  await page.waitForTimeout(50)
  await page.keyboard.type(' More.')
  await button(panel(page), 'Cancel').click()
  await panel(page).waitFor({ state: 'detached' })
  await mustBecome(page, lesson, `${written} More.`)

  // The language that was chosen last is chosen again.
  model.behave(answer('## Blätter'))
  await chooseTask(page, 'Translate')
  await button(panel(page), 'Translate').click()
  await button(panel(page), 'Take').click()
  await mustBecome(page, lesson, '## Blätter')
  mustBeQuiet(page)
})

test('the keyboard alone changes items of a list as an own instruction says', async () => {
  const { page, lesson } = await openText('- One\n- Two\n- Three')
  model.behave(answer('- Two **and** three'))
  await page.keyboard.press('Control+End')
  await page.waitForTimeout(50)
  await page.keyboard.press('Shift+ArrowUp')
  await page.waitForTimeout(50)
  await page.keyboard.press('Control+Alt+a')
  await page.getByRole('menu', { name: 'Change the selected text' }).waitFor()
  await takeScreenshots(page, 'text-change-menu')
  for (const key of ['End', 'Enter']) await page.keyboard.press(key)
  await field(panel(page), 'What should change?').and(focused(page)).waitFor()
  await page.keyboard.type('One item.')
  await page.keyboard.press('Enter')
  await button(panel(page), 'Take').and(focused(page)).waitFor()
  await page.keyboard.press('Enter')
  await mustBecome(page, lesson, '- One\n- Two **and** three')
  expect(asked()).toEqual([{ course: 'Plants', lesson: 'Light', instruction: 'One item.', text: '- Two\n- Three' }])
  await text(page).and(focused(page)).waitFor()

  // Escape leaves the answer.
  await page.keyboard.press('Control+Alt+a')
  await page.keyboard.press('Enter')
  await button(panel(page), 'Take').and(focused(page)).waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await text(page).and(focused(page)).waitFor()
  mustBeQuiet(page)
})

test('a text that was changed meanwhile is not replaced, and the new one can be copied', async () => {
  const { page, lesson } = await openText('Leaves make sugar.')
  model.behave(answer('Leaves make food.'))
  await chooseTask(page, 'Rewrite')
  await button(panel(page), 'Take').waitFor()
  await text(page).focus()
  await page.keyboard.type(' They do.')
  await button(panel(page), 'Take').click()
  await panel(page).getByText('The text was changed in the meantime').waitFor()
  await takeScreenshots(page, 'text-change-outdated')
  await mustBeAccessible(page)
  await button(panel(page), 'Copy new text').waitFor()
  await button(panel(page), 'Close').click()
  await mustBecome(page, lesson, 'Leaves make sugar. They do.')
  mustBeQuiet(page)
})

test('failures are told in plain words, and tried again', async () => {
  const { page, lesson } = await openText('Leaves make sugar.')
  model.behave(answer('Leaves make food.'), refusesWith(401))
  await chooseTask(page, 'Simplify')
  await panel(page).getByText('The language model refused the request').waitFor()
  await takeScreenshots(page, 'text-change-failed')
  await mustBeAccessible(page)
  await button(panel(page), 'Try again').and(focused(page)).waitFor()
  await page.keyboard.press('Enter')
  await button(panel(page), 'Take').click()
  await mustBecome(page, lesson, 'Leaves make food.')
  model.behave(answer('Leaves make food.'))
  await chooseTask(page, 'Rewrite')
  await panel(page).getByText('The language model left the text as it is.').waitFor()
  await button(panel(page), 'Leave').click()
  mustBeQuiet(page)
})

test('a text that is too long for the model is not sent, and a used-up budget says when there is more', async () => {
  const { page } = await openText('Leaf. '.repeat(3000))
  const requests = model.requests.length
  await chooseTask(page, 'Shorten')
  await panel(page).getByText('Select a part of at most 16,384 characters.').waitFor()
  await mustBeAccessible(page)
  await button(panel(page), 'Close').and(focused(page)).waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(model.requests.length).toBe(requests)
  mustBeQuiet(page)

  const limits = { AI_DAILY_TOKENS_PROFESSIONAL: '1', AI_DAILY_TOKENS_ENTERPRISE: '1' }
  const poor = await startService({ OPENAI_BASE_URL: model.url, ...limits })
  onTestFinished(() => poor.close())
  const { page: other } = await openText('Leaves make sugar.', poor.url)
  await chooseTask(other, 'Shorten')
  await panel(other)
    .getByText(/^The language model has too little left for this workspace today. Try again in \d+ hours?, or/)
    .waitFor()
  expect(model.requests.length).toBe(requests)
})

test('the menu behind a slash has a quiz written about the lesson', async () => {
  const { page, lesson } = await openText('Leaves make sugar.')
  const content = { questions: [{ id: 'q', type: 'true_false', prompt: 'Do leaves make sugar?', answer: true }] }
  model.behave(JSON.stringify({ blocks: [{ type: 'quiz', content }] }))
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/quiz')
  await page.getByRole('option', { name: 'Quiz from this lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write with AI' })
  await dialog.getByRole('radio', { name: 'Quiz from this lesson' }).and(page.locator(':checked')).waitFor()
  await button(dialog, 'Generate').click()
  await button(dialog, 'Insert block 1').click()
  await dialog.getByText('Inserted', { exact: true }).waitFor()
  await takeScreenshots(page, 'quiz-from-lesson')
  await mustBeAccessible(page)
  expect(asked()).toEqual([{ subject: 'Light', lesson: 'Leaves make sugar.' }])
  await button(dialog, 'Close').first().click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await readContents(page, lesson)).length).toBe(2)
  mustBeQuiet(page)
})

test('without a model, nothing is offered', async () => {
  const { page } = await openText('Leaves make sugar.', withoutModel.url)
  expect(await tool(page).count()).toBe(0)
  mustBeQuiet(page)
})
