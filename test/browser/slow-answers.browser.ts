import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mustBeQuiet, openBrowser } from './browser.ts'
import { blockForm } from './courses.ts'
import { type Service, startService } from './service.ts'
import { beginAtEnd, openLesson, press, readBlocks, rows, text, textBlock } from './writing.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const answerMs = 800
type Mutations = { count: number }

/** Has each mutation answered late. */
async function answerLate(page: Page): Promise<Mutations> {
  const mutations = { count: 0 }
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation')) return route.fallback()
    mutations.count++
    const response = await route.fetch()
    await delay(answerMs)
    await route.fulfill({ response })
  })
  return mutations
}

const type = (page: Page, words: string) => page.keyboard.type(words, { delay: 30 })
const mustBeSent = (mutations: Mutations) => vi.waitUntil(() => mutations.count > 0, { timeout: 30_000, interval: 20 })
async function addAtEnd(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name }).click()
}
async function addCode(page: Page, code: string): Promise<void> {
  await addAtEnd(page, 'Code')
  await blockForm(page).getByRole('textbox', { name: 'Code', exact: true }).focus()
  await type(page, code)
}
const leavePage = async (page: Page) => {
  await page.getByRole('link', { name: 'Gardens', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Gardens' }).waitFor()
}

type Case = {
  name: string
  blocks: string[]
  write(page: Page, mutations: Mutations): Promise<unknown>
  expected: string[]
}
const cases: Case[] = [
  {
    name: 'a text is opened again while its save is under way',
    blocks: ['A.', 'B.'],
    async write(page) {
      await beginAtEnd(page)
      await type(page, ' one')
      await press(page, 'Escape', 'Enter')
      await type(page, ' two')
      await press(page, 'Escape')
    },
    expected: ['A. one two', 'B.'],
  },
  {
    name: 'a text is opened again and becomes what it was before its save',
    blocks: ['A.', 'B.'],
    async write(page) {
      await beginAtEnd(page)
      await type(page, 'x')
      await press(page, 'Escape', 'Enter', 'Backspace')
    },
    expected: ['A.', 'B.'],
  },
  {
    name: 'a text is opened again and written after the save, with the cursor at its place',
    blocks: ['A.', 'B.'],
    async write(page) {
      await beginAtEnd(page)
      await type(page, ' one')
      await press(page, 'Escape', 'Enter')
      await delay(2 * answerMs)
      await type(page, ' two')
    },
    expected: ['A. one two', 'B.'],
  },
  {
    name: 'a new block is left while it is added, and another text is written',
    blocks: ['A.'],
    async write(page) {
      await addCode(page, 'foo')
      await rows(page).first().click()
      await text(page).and(page.locator(':focus')).waitFor()
      await press(page, 'End')
      await page.keyboard.type(' words typed meanwhile', { delay: 60 })
      expect(await blockForm(page).count()).toBe(0)
    },
    expected: ['A. words typed meanwhile', 'code'],
  },
  {
    name: 'the page of a new block is left while it is added, and stays left',
    blocks: ['A.'],
    async write(page) {
      await addCode(page, 'foo')
      await leavePage(page)
      await delay(3 * answerMs)
      await page.getByRole('heading', { level: 1, name: 'Gardens' }).waitFor()
    },
    expected: ['A.', 'code'],
  },
  {
    name: 'new texts are begun one after the other',
    blocks: ['A.'],
    async write(page) {
      await addAtEnd(page, 'Text')
      await type(page, 'Bee')
      await addAtEnd(page, 'Text')
      await page.keyboard.type('Cee dee eff gee', { delay: 70 })
      await press(page, 'Escape')
      await addAtEnd(page, 'Text')
      await type(page, 'Dee')
    },
    expected: ['A.', 'Bee', 'Cee dee eff gee', 'Dee'],
  },
  {
    name: 'the page is left and another new text begun',
    blocks: ['A.'],
    async write(page) {
      await addAtEnd(page, 'Text')
      await type(page, 'Bee')
      await leavePage(page)
      await page.goBack()
      await addAtEnd(page, 'Text')
      await type(page, 'Cee')
    },
    expected: ['A.', 'Bee', 'Cee'],
  },
  {
    name: 'what is typed while a text is split stays in it',
    blocks: ['Above.\n\nBelow.'],
    async write(page) {
      await beginAtEnd(page)
      await press(page, 'ArrowUp', 'End', 'Enter')
      await page.keyboard.type('/code')
      await press(page, 'Enter')
      await type(page, 'foo')
      await blockForm(page).waitFor()
    },
    expected: ['Above.\n\nfoo', 'Below.'],
  },
  {
    name: 'a text that is being split is left at once',
    blocks: ['Above.\n\nBelow.'],
    async write(page, mutations) {
      await beginAtEnd(page)
      await press(page, 'ArrowUp', 'End', 'Enter')
      await page.keyboard.type('/code')
      await press(page, 'Enter')
      await mustBeSent(mutations)
      await type(page, 'foo')
      await press(page, 'Escape')
    },
    expected: ['Above.\n\nfoo', 'Below.'],
  },
  {
    name: 'a block is chosen in a text that is being saved',
    blocks: ['Above.'],
    async write(page, mutations) {
      await beginAtEnd(page)
      await type(page, '!')
      await mustBeSent(mutations)
      await press(page, 'Enter')
      await page.keyboard.type('/code')
      await press(page, 'Enter')
      await blockForm(page).getByRole('textbox', { name: 'Code', exact: true }).focus()
      await type(page, 'foo')
    },
    expected: ['Above.!', 'code'],
  },
  {
    name: 'a block takes the place of a text that had nothing but its slash',
    blocks: ['Above.', 'Below.'],
    async write(page, mutations) {
      await beginAtEnd(page)
      await press(page, 'Enter', 'Enter')
      await page.keyboard.type('/code')
      await mustBeSent(mutations)
      await delay(2 * answerMs)
      await press(page, 'Enter')
      await blockForm(page).getByRole('textbox', { name: 'Code', exact: true }).focus()
      await type(page, 'foo')
    },
    expected: ['Above.', 'code', 'Below.'],
  },
  {
    name: 'two texts are joined, written and left at once',
    blocks: ['A.', 'B.'],
    async write(page) {
      await beginAtEnd(page, 1)
      // For a moment after it has got the focus, the browser moves no cursor.
      await delay(600)
      await press(page, 'Home', 'Backspace')
      await type(page, 'q')
      await press(page, 'Escape')
    },
    expected: ['A.\n\nqB.'],
  },
  {
    name: 'a text is duplicated that is still being written',
    blocks: ['A.', 'Z.'],
    async write(page, mutations) {
      await beginAtEnd(page)
      await type(page, ' one')
      await mustBeSent(mutations)
      await type(page, ' two')
      await press(page, 'Escape', 'Control+d')
    },
    expected: ['A. one two', 'A. one two', 'Z.'],
  },
  {
    name: 'a text is deleted in its menu while it is written, and comes back',
    blocks: ['A.', 'Z.'],
    async write(page) {
      await beginAtEnd(page)
      await type(page, ' one')
      await page.getByRole('button', { name: /^More actions for “Text: A/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
    },
    expected: ['A. one', 'Z.'],
  },
]

for (const { name, blocks, write, expected } of cases)
  test.concurrent(`with late answers, nothing is lost: ${name}`, async ({ expect: must }) => {
    const { page, lesson } = await openLesson(browser, service, blocks.map(textBlock))
    await page.mouse.move(300, 300)
    await write(page, await answerLate(page))
    const mustBecome = () => must.poll(() => readBlocks(page, lesson)).toEqual(expected)
    await mustBecome()
    // Nothing more is saved, and nothing is left to decide.
    await delay(3 * answerMs)
    await mustBecome()
    await must.poll(() => page.getByText(/Unsaved edit|saved elsewhere|Not saved/).count()).toBe(0)
    mustBeQuiet(page)
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().close()
  })
