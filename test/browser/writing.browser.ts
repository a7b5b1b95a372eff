import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, takeScreenshots } from './browser.ts'
import { ask, blockForm, finishBlock } from './courses.ts'
import { choose, give, makePicture } from './files.ts'
import { type Service, startService } from './service.ts'
import {
  beginAtEnd,
  type Lesson,
  mustBecome,
  openLesson as openLessonOf,
  press,
  readBlocks,
  rows,
  text,
  textBlock,
} from './writing.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

async function findModule(page: Page, { courseId }: Lesson): Promise<string> {
  const query = 'query ($id: ID!) { course(id: $id) { modules { id } } }'
  return (await ask<{ course: { modules: { id: string }[] } }>(page, query, { id: courseId })).course.modules[0]!.id
}

const openLesson = (blocks: readonly object[]) => openLessonOf(browser, service, blocks)

/** Moves the cursor to the end of the first line. For a moment after it has got the focus, the browser moves none. */
async function goToFirstLine(page: Page): Promise<void> {
  const isAtStart = async () => {
    await press(page, 'Control+Home')
    return text(page).evaluate((element) => {
      const { anchorNode, anchorOffset } = document.getSelection()!
      const range = document.createRange()
      range.setStart(element, 0)
      range.setEnd(anchorNode!, anchorOffset)
      return range.toString() === ''
    })
  }
  await expect.poll(isAtStart).toBe(true)
  await press(page, 'End')
}

test('what is typed right after Add block stands in the new text, is saved by itself, and Markdown becomes what it means', async () => {
  const { page, lesson } = await openLesson([])
  await page.getByRole('button', { name: 'Add block' }).first().click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.keyboard.type('## Earth\nWorms **dig** and `eat`.\n- one\ntwo\n\n1. first')
  await page.getByText('Saved', { exact: true }).waitFor()
  await mustBecome(page, lesson, ['## Earth\n\nWorms **dig** and `eat`.\n\n- one\n- two\n\n1. first'])
  await takeScreenshots(page, 'writing')
  await mustBeAccessible(page)
  await press(page, 'Escape')
  await text(page).waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      rows(page)
        .first()
        .evaluate((row) => row === document.activeElement),
    )
    .toBe(true)
  await rows(page).first().getByRole('heading', { name: 'Earth' }).waitFor()
  mustBeQuiet(page)
})

test('opening a text and leaving it changes no byte, and a letter changes its own line only', async () => {
  const source = '*  odd\n*  list\n\nSetext\n======\n\nA __bold__ word.  \nNext line.\n\n| a|b |\n|--|:-:|\n| 1 | 2 |\n'
  const { page, lesson } = await openLesson([textBlock(source)])
  await beginAtEnd(page)
  await press(page, 'ArrowUp', 'ArrowDown', 'Escape')
  await mustBecome(page, lesson, [source])
  await beginAtEnd(page)
  await goToFirstLine(page)
  await page.keyboard.type('!')
  await mustBecome(page, lesson, [source.replace('odd', 'odd!')])
  await press(page, 'Control+z')
  await mustBecome(page, lesson, [source])
})

test('a slash offers forms of the text and types of block, and the block comes where the cursor stands', async () => {
  const { page, lesson } = await openLesson([textBlock('Above.\n\nBelow.')])
  await beginAtEnd(page)
  await goToFirstLine(page)
  await press(page, 'Enter')
  await page.keyboard.type('/ta')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await menu.getByRole('option', { name: 'Table', selected: true }).waitFor()
  await mustBeAccessible(page)
  await press(page, 'Escape')
  await menu.waitFor({ state: 'detached' })
  await press(page, 'Backspace', 'Backspace', 'Backspace')
  await page.keyboard.type('/table')
  await press(page, 'Enter')
  await page.keyboard.type('Name')
  await press(page, 'Tab')
  await page.keyboard.type('Size')
  const readCells = async () => (await readBlocks(page, lesson)).map((block) => block.replaceAll(/ *\| */g, '|'))
  const table = '|Name|Size||\n|---|---|---|\n||||\n||||'
  await expect.poll(readCells).toEqual([`Above.\n\n${table}\n\nBelow.`])
  await goToFirstLine(page)
  await press(page, 'Enter')
  await page.keyboard.type('/quiz')
  await press(page, 'Enter')
  await blockForm(page).getByRole('textbox', { name: 'Question', exact: true }).fill('Who digs?')
  await finishBlock(page)
  await expect.poll(readCells).toEqual(['Above.', 'quiz', `${table}\n\nBelow.`])
  mustBeQuiet(page)
})

test('a block that is chosen on an empty first line comes above the text, and a task is ticked with its box', async () => {
  const { page, lesson } = await openLesson([textBlock('- [ ] Dig.')])
  await beginAtEnd(page)
  await text(page).getByRole('checkbox', { name: 'Done' }).click()
  await mustBecome(page, lesson, ['- [x] Dig.'])
  await ask(page, 'mutation ($id: ID!) { updateBlock(id: $id, input: { content: { text: "Below." } }) { id } }', {
    id: lesson.blocks[0]!.id,
  })
  await page.reload()
  await rows(page).getByText('Below.').waitFor()
  await beginAtEnd(page)
  await goToFirstLine(page)
  await press(page, 'Home', 'Enter', 'ArrowUp')
  await page.keyboard.type('/quiz')
  await press(page, 'Enter')
  await blockForm(page).getByRole('textbox', { name: 'Question', exact: true }).fill('Who digs?')
  await finishBlock(page)
  await mustBecome(page, lesson, ['quiz', 'Below.'])
  mustBeQuiet(page)
})

test('Enter on an empty last line begins a block, Backspace at its start joins it to the one above, and arrows cross blocks', async () => {
  const { page, lesson } = await openLesson([textBlock('First.')])
  await beginAtEnd(page)
  await press(page, 'Enter', 'Enter')
  await page.keyboard.type('Second.')
  await mustBecome(page, lesson, ['First.', 'Second.'])
  await press(page, 'ArrowUp')
  const isIn = (index: number) => rows(page).nth(index).getByRole('textbox').and(page.locator(':focus')).waitFor()
  await isIn(0)
  await page.keyboard.type(' More.')
  await mustBecome(page, lesson, ['First. More.', 'Second.'])
  await press(page, 'ArrowDown')
  await isIn(1)
  await press(page, 'Backspace')
  await mustBecome(page, lesson, ['First. More.\n\nSecond.'])
  await page.keyboard.type('The ')
  await mustBecome(page, lesson, ['First. More.\n\nThe Second.'])
  await press(page, 'Control+End', 'Enter', 'Enter', 'Backspace')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.keyboard.type(' End.')
  await mustBecome(page, lesson, ['First. More.\n\nThe Second. End.'])
  expect(await rows(page).count()).toBe(1)
  mustBeQuiet(page)
})

test('the cursor stays where the author types while two blocks are joined, and after a change from elsewhere', async () => {
  const { page, lesson } = await openLesson([textBlock('First.'), textBlock('Third.')])
  await beginAtEnd(page, 1)
  await expect
    .poll(async () => {
      await press(page, 'Home')
      return page.evaluate(() => document.getSelection()!.anchorOffset)
    })
    .toBe(0)
  let answer = () => {}
  const isTyped = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation JoinBlocks')) return route.fallback()
    const response = await route.fetch()
    await isTyped
    await route.fulfill({ response })
  })
  await press(page, 'Backspace')
  await mustBecome(page, lesson, ['First.\n\nThird.'])
  await page.keyboard.type('Th')
  answer()
  await rows(page).nth(1).waitFor({ state: 'detached' })
  await page.keyboard.type('e ')
  await mustBecome(page, lesson, ['First.\n\nThe Third.'])
  await page.getByText('Saved', { exact: true }).waitFor()
  await ask(page, 'mutation ($id: ID!, $input: UpdateBlockInput!) { updateBlock(id: $id, input: $input) { id } }', {
    id: lesson.blocks[0]!.id,
    input: { content: { text: 'First.\n\nSecond.\n\nThe Third.' } },
  })
  const isShown = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return (await text(page).textContent())!.includes('Second.')
  }
  await expect.poll(isShown).toBe(true)
  await page.keyboard.type('very ')
  await mustBecome(page, lesson, ['First.\n\nSecond.\n\nThe very Third.'])
  mustBeQuiet(page)
})

test('a link into the course is found by the name of a lesson or module, and has its key or id', async () => {
  const { page, lesson } = await openLesson([textBlock('Worms dig.')])
  await ask(
    page,
    'mutation ($id: ID!, $other: ID!) { createLesson(moduleId: $id, input: { name: "Roots and rain", key: "Roots (1)" }) { id } updateLesson(id: $other, input: { name: "Worms below" }) { id } }',
    { id: await findModule(page, lesson), other: lesson.lessonId },
  )
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Worms below' }).waitFor()
  await page.waitForLoadState('networkidle')
  await beginAtEnd(page)
  await press(page, 'Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft', 'Control+k')
  const address = page.getByRole('combobox', { name: 'Address of the link' })
  await address.fill('rain')
  await page.getByRole('option', { name: 'Roots and rain Soil' }).waitFor()
  await takeScreenshots(page, 'link-by-name')
  await page.getByRole('option', { name: 'Roots and rain Soil' }).click()
  await mustBecome(page, lesson, ['Worms [dig.](lesson:Roots%20\\(1\\))'])
  await press(page, 'ArrowRight')
  await page.keyboard.type(' See ')
  await press(page, 'Control+k')
  await address.fill('below')
  await page.getByRole('option', { name: 'Worms below Soil' }).waitFor()
  await press(page, 'Enter')
  await mustBecome(page, lesson, [`Worms [dig.](lesson:Roots%20\\(1\\)) See [Worms below](lesson:${lesson.lessonId})`])
  mustBeQuiet(page)
})

test('the tools and their keys mark text, link it and return the focus to it', async () => {
  const { page, lesson } = await openLesson([textBlock('Worms dig.')])
  await beginAtEnd(page)
  await press(page, 'Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft', 'Control+b')
  await mustBecome(page, lesson, ['Worms **dig.**'])
  const bold = page.getByRole('button', { name: 'Bold', exact: true })
  expect(await bold.getAttribute('aria-pressed')).toBe('true')
  await bold.click()
  await press(page, 'Control+k')
  await page.getByRole('combobox', { name: 'Address of the link' }).fill('https://example.com/worms')
  await mustBeAccessible(page)
  await press(page, 'Enter')
  await mustBecome(page, lesson, ['Worms [dig.](https://example.com/worms)'])
  await press(page, 'Alt+F10')
  await page.getByRole('button', { name: 'Heading', exact: true }).and(page.locator(':focus')).waitFor()
  await press(page, 'Enter')
  await mustBecome(page, lesson, ['## Worms [dig.](https://example.com/worms)'])
  await press(page, 'Alt+F10', 'Escape')
  await text(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('!')
  await press(page, 'Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  mustBeQuiet(page)
})

test('text of the web and Markdown is pasted with its form, and a picture where the cursor stands', async () => {
  const { page, lesson } = await openLesson([textBlock('Start.')])
  await beginAtEnd(page)
  const paste = (types: Record<string, string>) =>
    text(page).evaluate((element, list) => {
      const clipboardData = new DataTransfer()
      for (const [type, data] of Object.entries(list)) clipboardData.setData(type, data)
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    }, types)
  const html =
    '<b style="font-weight:normal"><h2>Soil</h2><p>It is <span style="font-weight:700">dark</span>.</p><ul><li>wet<ul><li>deep</li></ul></li></ul></b>'
  await press(page, 'Enter')
  await paste({ 'text/html': html, 'text/plain': 'Soil' })
  const pasted = 'Start.\n\n## Soil\n\nIt is **dark**.\n\n- wet\n  - deep'
  await mustBecome(page, lesson, [pasted])
  await press(page, 'Control+z')
  await mustBecome(page, lesson, ['Start.'])
  await paste({ 'text/plain': '# Rain\n\n- falls\n- stops' })
  await mustBecome(page, lesson, ['Start.\n\n# Rain\n\n- falls\n- stops'])
  await goToFirstLine(page)
  await press(page, 'Enter')
  await text(page).evaluate(async (element) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 40
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob], 'Worm.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  })
  await expect
    .poll(async () => (await readBlocks(page, lesson))[0])
    .toMatch(/^Start\.\n\n!\[Worm\]\(asset:[0-9a-f-]{36}\)\n\n# Rain\n/)
  const isLoaded = () =>
    text(page)
      .getByRole('img', { name: 'Worm' })
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await expect.poll(isLoaded).toBe(true)
  mustBeQuiet(page)
})

test('what is written without a connection is kept, and saved when the connection is back', async () => {
  const { page, lesson } = await openLesson([textBlock('Dry.')])
  await beginAtEnd(page)
  await page.context().setOffline(true)
  await page.keyboard.type(' Then rain.')
  await page.getByText('Offline: kept in this browser').waitFor()
  await page.context().setOffline(false)
  await mustBecome(page, lesson, ['Dry. Then rain.'])
  await page.getByText('Saved', { exact: true }).waitFor()
})

test('what is typed while a save is under way is saved after it, also when the text is left at once', async () => {
  const { page, lesson } = await openLesson([textBlock('Dry.'), textBlock('Wet.')])
  let sent = 0
  await page.route('**/graphql', async (route) => {
    if (/mutation (Update|Create)Block\b/.test(route.request().postData() ?? '')) {
      sent++
      await delay(1000)
    }
    await route.fallback()
  })
  await beginAtEnd(page)
  await page.keyboard.type(' Then')
  await expect.poll(() => sent).toBe(1)
  await page.keyboard.type(' rain.')
  await page.keyboard.press('Escape')
  await mustBecome(page, lesson, ['Dry. Then rain.', 'Wet.'])
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.keyboard.type('So')
  await expect.poll(() => sent).toBe(3)
  await page.keyboard.type('aked.')
  await page.keyboard.press('Escape')
  await mustBecome(page, lesson, ['Dry. Then rain.', 'Wet.', 'Soaked.'])
  await expect.poll(() => page.getByText('Unsaved edit').count()).toBe(0)
  mustBeQuiet(page)
})

test('a picture whose text is left while it is uploaded still comes to its place', async () => {
  const { page, lesson } = await openLesson([textBlock('Dry.'), textBlock('Wet.')])
  const uploads: (() => Promise<void>)[] = []
  await page.route('**/assets/uploads/**', (route) => {
    uploads.push(() => route.fallback())
  })
  const paste = async (name: string, color: string) => {
    await give(text(page), 'paste', [await makePicture(name, color)])
    await text(page).locator('[data-uploading]').waitFor()
  }
  const upload = async () => {
    await expect.poll(() => uploads.length).toBe(1)
    await uploads.pop()!()
  }
  const mustMatch = async (...expected: string[]) => {
    const withoutIds = async () =>
      (await readBlocks(page, lesson)).map((one) => one.replaceAll(/asset:[0-9a-f-]{36}/g, 'asset'))
    await expect.poll(withoutIds).toEqual(expected)
  }

  await beginAtEnd(page)
  await page.keyboard.type(' Then rain.')
  await press(page, 'Home')
  await paste('worm.png', 'olive')
  await rows(page).nth(1).click()
  await page.getByText('worm.png will be in the text once uploaded.').waitFor()
  await upload()
  await mustMatch('![worm](asset)Dry. Then rain.', 'Wet.')

  // Two files come to their places at the same time.
  const [before] = await readBlocks(page, lesson)
  await beginAtEnd(page)
  await give(text(page), 'paste', [await makePicture('seed.png', 'tan'), await makePicture('soil.png', 'navy')])
  await expect.poll(() => uploads.length).toBe(2)
  await page.keyboard.press('Escape')
  await Promise.all(uploads.splice(0).map((release) => release()))
  await expect
    .poll(async () =>
      (await readBlocks(page, lesson))[0]!.replaceAll(/seed|soil/g, 'file').replaceAll(/:[0-9a-f-]{36}/g, ''),
    )
    .toBe('![worm](asset)Dry. Then rain.![file](asset)![file](asset)')
  await ask(
    page,
    'mutation ($id: ID!, $text: JSONObject!) { updateBlock(id: $id, input: { content: $text }) { id } }',
    {
      id: lesson.blocks[0]!.id,
      text: { text: before },
    },
  )

  // The text is written again meanwhile.
  await beginAtEnd(page, 1)
  await paste('leaf.png', 'green')
  await page.keyboard.press('Escape')
  await beginAtEnd(page, 1)
  await page.keyboard.type(' Soaked.')
  await upload()
  await mustMatch('![worm](asset)Dry. Then rain.', 'Wet. Soaked.\n\n![leaf](asset)')
  await page.keyboard.type(' More.')
  await mustMatch('![worm](asset)Dry. Then rain.', 'Wet. Soaked. More.\n\n![leaf](asset)')

  // A new text has nothing but the picture, and its page is left.
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await paste('root.png', 'brown')
  await page.getByRole('link', { name: 'Gardens', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Gardens' }).waitFor()
  await upload()
  await mustMatch('![worm](asset)Dry. Then rain.', 'Wet. Soaked. More.\n\n![leaf](asset)', '![root](asset)')

  await page.goBack()
  await beginAtEnd(page)
  await paste('late.png', 'gray')
  await page.keyboard.press('Escape')
  await ask(page, 'mutation ($id: ID!) { deleteBlock(id: $id) { id } }', { id: lesson.blocks[0]!.id })
  await upload()
  await page.getByText('late.png is in the library, but could not be put into its text.').waitFor()
  await mustMatch('Wet. Soaked. More.\n\n![leaf](asset)', '![root](asset)')

  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Image' }).click()
  await choose(page, blockForm(page).getByRole('button', { name: 'Choose file' }), [
    await makePicture('stem.png', 'lime'),
  ])
  await rows(page).nth(0).click()
  await page.getByText('stem.png will be in the library once uploaded.').waitFor()
  await upload()
  await page.getByText('stem.png is in the library.').waitFor()
  mustBeQuiet(page)
})

test('a tab that closes in the middle of a word keeps it, and the next one continues there', async () => {
  const { page, lesson } = await openLesson([textBlock('Dry.')])
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation') ? route.abort() : route.fallback(),
  )
  await beginAtEnd(page)
  await page.keyboard.type(' Then ra')
  const context = page.context()
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  next.setDefaultTimeout(30_000)
  await next.goto(lesson.path)
  await next.getByText('Unsaved edit').waitFor()
  await beginAtEnd(next)
  await next.getByText('This is your unsaved edit.').waitFor()
  await next.keyboard.type('in.')
  await mustBecome(next, lesson, ['Dry. Then rain.'])
})

test('a text that was saved elsewhere meanwhile shows both versions, and none is lost', async () => {
  const { page, lesson } = await openLesson([textBlock('Dry.')])
  await beginAtEnd(page)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation UpdateBlock') ? route.abort() : route.fallback(),
  )
  await page.keyboard.type(' Mine.')
  await page.getByText('Offline: kept in this browser').waitFor()
  const change = 'mutation ($id: ID!) { updateBlock(id: $id, input: { content: { text: "Theirs." } }) { id } }'
  await ask(page, change, { id: lesson.blocks[0]!.id })
  await page.unrouteAll()
  await press(page, 'Control+s')
  await page.getByText('This block was saved elsewhere').waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByText('Saved version', { exact: true }).click()
  await page.getByText('Theirs.').first().waitFor()
  await mustBeAccessible(page)
  expect(await text(page).textContent()).toBe('Dry. Mine.')
  await page.getByRole('button', { name: 'Overwrite with my version' }).click()
  await mustBecome(page, lesson, ['Dry. Mine.'])
})

test('a text that was deleted while it is written stays, and can be added again', async () => {
  const { page, lesson } = await openLesson([textBlock('Dry.'), textBlock('Wet.')])
  await beginAtEnd(page)
  await ask(page, 'mutation ($id: ID!) { deleteBlock(id: $id) { id } }', { id: lesson.blocks[0]!.id })
  await page.keyboard.type(' Still here.')
  await page.getByText('This block was deleted').waitFor()
  expect(await text(page).textContent()).toBe('Dry. Still here.')
  await page.getByRole('button', { name: 'Add as new block' }).click()
  await expect.poll(async () => (await readBlocks(page, lesson)).toSorted()).toEqual(['Dry. Still here.', 'Wet.'])
})

test('a block that was just written is gone once it is deleted, also while it is edited', async () => {
  const { page, lesson } = await openLesson([textBlock('First.')])
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.keyboard.type('Second.')
  await mustBecome(page, lesson, ['First.', 'Second.'])
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Code' }).click()
  await blockForm(page).getByRole('textbox', { name: 'Code', exact: true }).fill('third()')
  await mustBecome(page, lesson, ['First.', 'Second.', 'code'])
  for (const [name, left] of [
    [/^More actions for “Code/, 2],
    [/^More actions for “Text: Second/, 1],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => rows(page).count()).toBe(left)
    await page.waitForLoadState('networkidle')
    expect(await rows(page).count()).toBe(left)
  }
  expect(await blockForm(page).count()).toBe(0)
  mustBeQuiet(page)
})

test('a lesson that is opened does not show the Markdown of its texts first', async () => {
  const { page } = await openLesson([textBlock('A **green** leaf.')])
  await page.addInitScript(() => {
    const check = () => {
      if (document.body?.textContent.includes('**')) Object.assign(window, { hasShownSource: true })
    }
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.reload()
  await rows(page).getByText('A green leaf.').waitFor()
  expect(await page.evaluate(() => 'hasShownSource' in window)).toBe(false)
  await page.context().close()
})

test('what is typed into a new text before the editor is loaded stands in it', async () => {
  const { page, lesson } = await openLesson([textBlock('First.')])
  let load = () => {}
  const loading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/RichTextEditor-*.js', async (route) => {
    await loading
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await text(page).and(page.locator('textarea:focus')).waitFor()
  await page.keyboard.type('Typed')
  load()
  await text(page).and(page.locator('[contenteditable]:focus')).waitFor()
  await page.keyboard.type(' early.')
  await mustBecome(page, lesson, ['First.', 'Typed early.'])
  mustBeQuiet(page)
})

test('at the end of a lesson stand a button for the next block and the links to the lessons around it', async () => {
  const { page, lesson } = await openLesson([textBlock('First.')])
  const { createLesson } = await ask<{ createLesson: { id: string } }>(
    page,
    'mutation ($id: ID!) { createLesson(moduleId: $id, input: { name: "Rain" }) { id } }',
    { id: await findModule(page, lesson) },
  )
  await page.reload()
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.keyboard.type('Last.')
  await mustBecome(page, lesson, ['First.', 'Last.'])
  await mustBeAccessible(page)
  await page.getByRole('link', { name: /Next lesson/ }).click()
  await page.waitForURL(`**/courses/${lesson.courseId}/lessons/${createLesson.id}/edit`)
  await page.getByRole('link', { name: /Previous lesson/ }).click()
  await rows(page).getByText('Last.').waitFor()
  mustBeQuiet(page)
})
