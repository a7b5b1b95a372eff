import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const pages: Record<string, { contentType: string; file: string }> = {
  '/leaf.svg': { contentType: 'image/svg+xml', file: 'leaf.svg' },
  '/light.webm': { contentType: 'video/webm', file: 'light.webm' },
  '/light.vtt': { contentType: 'text/vtt', file: 'light.vtt' },
  '/leaf': { contentType: 'text/html', file: 'leaf.html' },
}

/** Answers requests to example.com, which blocks refer to. Browser tests send no requests to the internet. */
export const answerExamples = (page: Page) =>
  page.context().route('https://example.com/**', async (route) => {
    const found = pages[new URL(route.request().url()).pathname]
    if (!found) return route.abort()
    const body = await readFile(new URL(`./pages/${found.file}`, import.meta.url))
    return route.fulfill({ contentType: found.contentType, headers: { 'Access-Control-Allow-Origin': '*' }, body })
  })

/** The form of the block that is edited where it stands. */
export const blockForm = (page: Page) =>
  page.getByRole('group', { name: /^(Add|Edit) (text|image|video|quiz|code|interactive)$/ })

/** Closes the form of a block, which saves it. */
export async function finishBlock(page: Page): Promise<void> {
  await blockForm(page).getByRole('button', { name: 'Done' }).click()
  await blockForm(page).waitFor({ state: 'detached' })
}

/** Runs a GraphQL operation as the user who is signed in on this page. */
export async function ask<Data>(page: Page, query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  return page.evaluate(
    async ([text, values]) => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('oidc.user'))
      const { id_token: token } = JSON.parse(localStorage.getItem(name ?? '') ?? '{}') as { id_token: string }
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: text, variables: values }),
      })
      const { data, errors } = (await response.json()) as { data: unknown; errors?: { message: string }[] }
      if (errors) throw new Error(errors.map(({ message }) => message).join(' '))
      return data
    },
    [query, variables] as const,
  ) as Promise<Data>
}

type Seeded = {
  id: string
  name: string
  modules: { id: string; lessons: { id: string; blocks: { id: string }[] }[] }[]
}

/** Creates a course with two modules, three lessons and a block of every type. */
export async function seedCourse(page: Page): Promise<Seeded> {
  await answerExamples(page)
  const input = JSON.parse(await readFile(new URL('./course.json', import.meta.url), 'utf8')) as Record<string, unknown>
  const { createCourse } = await ask<{ createCourse: Seeded }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id name modules { id lessons { id blocks { id } } } } }',
    { input },
  )
  return createCourse
}

/** Deletes all courses, including the sample of the first start. */
export async function clearCourses(page: Page): Promise<void> {
  const { coursePage } = await ask<{ coursePage: { items: { id: string }[] } }>(page, '{ coursePage { items { id } } }')
  for (const { id } of coursePage.items) await ask(page, 'mutation ($id: ID!) { deleteCourse(id: $id) { id } }', { id })
}

/** Delays the GraphQL requests of a page whose body contains this text, so that the test can type meanwhile. */
export const delayRequests = (page: Page, text: string, delayMs = 1500) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(text)) await new Promise((resolve) => setTimeout(resolve, delayMs))
    return route.fallback()
  })
