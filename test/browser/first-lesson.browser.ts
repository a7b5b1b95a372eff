import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { answerExamples, blockForm } from './courses.ts'
import { button, field, give, makePicture } from './files.ts'
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

test('a new author writes a lesson with text, table, formula, picture, film and quiz in at most 21 clicks, and publishes a course of two modules and four lessons in at most 45', async () => {
  const page = await openPage(browser, service.url)
  await answerExamples(page)
  await signIn(page)
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks += 1
  }

  await click(page.getByRole('link', { name: 'Courses', exact: true }).first())
  await click(button(page, 'Create course').first())
  await field(page, 'Name').fill('Plants')
  await page.keyboard.press('Enter')
  await click(button(page, 'Add module'))
  await field(page, 'Name').fill('Light')
  await page.keyboard.press('Enter')
  await click(button(page, 'Add a lesson to “Light”'))
  await field(page, 'Name').fill('Leaves')
  await page.keyboard.press('Enter')
  await click(page.getByRole('row', { name: /^Leaves/ }))
  await page.getByRole('heading', { level: 1, name: 'Leaves' }).waitFor()

  await click(button(page, 'Add block').first())
  await click(page.getByRole('menuitem', { name: 'Text' }))
  const text = field(page, 'Text')
  await text.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('## What a leaf does\nIt makes **sugar** from light.\n\n/table')
  await page.getByRole('option', { name: 'Table', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  for (const cell of ['Part', 'Work', 'Size', 'Stoma', 'Breathes', 'Small', 'Vein', 'Carries', 'Long']) {
    await page.keyboard.type(cell)
    if (cell !== 'Long') await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('It needs $6CO_2$ and water.')
  await page.keyboard.press('Enter')
  await give(text, 'paste', [await makePicture('leaf.png', 'green')])
  await text.getByRole('img', { name: 'leaf' }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()

  await click(button(page, 'Add a block at the end'))
  await click(page.getByRole('menuitem', { name: 'Video' }))
  await field(blockForm(page), 'Video URL').fill('https://www.youtube.com/watch?v=sQK3Yr4Sc_k')
  await page.keyboard.press('Control+Enter')
  await blockForm(page).waitFor({ state: 'detached' })

  await click(button(page, 'Add a block at the end'))
  await click(page.getByRole('menuitem', { name: 'Quiz' }))
  for (const [number, [question, right, wrong]] of [
    ['What does a leaf make?', 'Sugar', 'Salt'],
    ['What does it need?', 'Light', 'Milk'],
    ['Where does it breathe?', 'Stomata', 'Veins'],
  ].entries()) {
    if (number > 0) await click(button(blockForm(page), 'Add question'))
    const group = page.getByRole('group', { name: `Question ${number + 1}`, exact: true })
    await field(group, 'Question').fill(question!)
    await field(group, 'Answer 1').fill(right!)
    await field(group, 'Answer 2').fill(wrong!)
    await click(group.getByText('Answer 1 is correct'))
  }
  await takeScreenshots(page, 'first-lesson')
  await page.keyboard.press('Control+Enter')
  await blockForm(page).waitFor({ state: 'detached' })

  expect(clicks).toBeLessThanOrEqual(21)

  const row = (name: string) => page.getByRole('treegrid', { name: 'Course outline' }).getByRole('row', { name })
  await click(row('Leaves'))
  for (const [keys, title] of [
    ['F2 End Enter', 'Roots'],
    ['Enter', 'Seeds'],
    ['Shift+Tab Enter Tab', 'Fruits'],
    ['Enter', 'Wind'],
    ['Enter Escape', ''],
  ] as const) {
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await page.keyboard.type(title)
  }
  // A title has a menu, and opens its lesson, as soon as it is saved.
  await button(page, 'More actions for “Wind”').waitFor()
  for (const name of ['Roots', 'Fruits', 'Wind']) {
    await click(row(name))
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await click(button(page, 'Add block').first())
    await click(page.getByRole('menuitem', { name: 'Text' }))
    await field(page, 'Text').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(`${name} in a sentence.`)
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  await click(button(page, 'Add a block at the end'))
  await click(page.getByRole('menuitem', { name: 'Code' }))
  await page.keyboard.type('const seeds = 100')
  await page.keyboard.press('Control+Enter')
  await blockForm(page).waitFor({ state: 'detached' })

  await click(page.getByRole('link', { name: 'Plants', exact: true }))
  await click(button(page, 'Publish'))
  const dialog = page.getByRole('dialog')
  await click(dialog.getByText('Unlisted', { exact: true }))
  await click(button(dialog, 'Publish'))
  const link = dialog.getByRole('textbox', { name: 'Link for learners' })
  const address = await link.inputValue()
  expect(clicks).toBeLessThanOrEqual(45)

  const learner = await openPage(browser, service.url)
  await learner.goto(address)
  await click(learner.getByRole('link', { name: /Start|Leaves/ }).first())
  await learner.getByRole('heading', { name: 'What a leaf does' }).waitFor()
  expect(await learner.locator('table td').allTextContents()).toEqual([
    'Stoma',
    'Breathes',
    'Small',
    'Vein',
    'Carries',
    'Long',
  ])
  expect(await learner.locator('math').count()).toBe(1)
  const picture = learner.locator('main img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  for (const answer of ['Sugar', 'Light', 'Stomata'])
    await learner.getByRole('form').getByText(answer, { exact: true }).click()
  await learner.getByRole('button', { name: 'Check answers' }).click()
  await learner
    .getByText(/3 of 3/)
    .first()
    .waitFor()
  mustBeQuiet(page)
  mustBeQuiet(learner)
})
