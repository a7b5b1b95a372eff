import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { ask, blockForm } from './courses.ts'

export type TestFile = { name: string; type: string; bytes: Buffer }

export const makePicture = async (name: string, color: string): Promise<TestFile> => ({
  name,
  type: 'image/png',
  bytes: await sharp({ create: { width: 640, height: 400, channels: 3, background: color } })
    .png()
    .toBuffer(),
})

export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
export const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })

/** Drags files over an element and drops them, or pastes them there. */
export async function give(target: Locator, kind: 'drop' | 'paste', files: readonly TestFile[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  await target.evaluate(
    (element, [event, list]) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of list)
        transfer.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }))
      const init = { bubbles: true, cancelable: true }
      if (event === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }))
      else
        for (const name of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(name, { ...init, dataTransfer: transfer }))
    },
    [kind, sent] as const,
  )
}

/** Chooses files of the disk, as the button with this name asks for them. */
export async function choose(page: Page, opener: Locator, files: readonly TestFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()])
  await chooser.setFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })))
}

/** Waits until the upload of a file is complete, which screen readers are told. */
export const mustBeChosen = (within: Locator, name: string) =>
  within.getByText(`${name} is chosen.`, { exact: true }).waitFor({ state: 'attached' })

export type Lesson = { courseId: string; lessonId: string }

export async function makeLesson(page: Page, blocks: readonly object[] = []): Promise<Lesson> {
  const { createCourse } = await ask<{ createCourse: { id: string; modules: { lessons: { id: string }[] }[] } }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id } } } }',
    { input: { name: 'Plants', modules: [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }] } },
  )
  return { courseId: createCourse.id, lessonId: createCourse.modules[0]!.lessons[0]!.id }
}

export async function openEditor(page: Page, { courseId, lessonId }: Lesson): Promise<void> {
  await page.goto(`/courses/${courseId}/lessons/${lessonId}/edit`)
  await page.getByRole('heading', { level: 1, name: 'Light' }).waitFor()
}

export async function begin(page: Page, type: string): Promise<Locator> {
  await button(page, 'Add block').first().click()
  await page.getByRole('menuitem', { name: type }).click()
  await blockForm(page).waitFor()
  return blockForm(page)
}

type Content = Record<string, unknown>
export async function readContents(page: Page, { lessonId }: Lesson): Promise<Content[]> {
  const query = 'query ($id: ID!) { lesson(id: $id) { blocks { content } } }'
  const { lesson } = await ask<{ lesson: { blocks: { content: Content }[] } }>(page, query, { id: lessonId })
  return lesson.blocks.map(({ content }) => content)
}

export const isLoaded = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0)
