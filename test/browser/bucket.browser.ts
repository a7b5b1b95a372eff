import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CorsRule, startCorsProxy } from '../support/cors-proxy.ts'
import { openBucketForTests } from '../support/file-store.ts'
import { openBrowser, openPage, signIn } from './browser.ts'
import { ask } from './courses.ts'
import { button, choose, isLoaded } from './files.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let bucket: Awaited<ReturnType<typeof openBucketForTests>>
let proxy: Awaited<ReturnType<typeof startCorsProxy>>
let service: Service
beforeAll(async () => {
  bucket = await openBucketForTests()
  proxy = await startCorsProxy(bucket.env.ASSETS_S3_ENDPOINT!)
  ;[browser, service] = await Promise.all([
    openBrowser(),
    startService({ ...bucket.env, ASSETS_S3_ENDPOINT: proxy.url }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
  proxy?.close()
  await bucket?.close()
})

/** Reads the rule for CORS that the documents show, for another origin. */
async function readDocumentedRules(origin: string): Promise<CorsRule[]> {
  const text = await readFile('docs/files.md', 'utf8')
  const [, json] = /```json\n(\[\{ "AllowedOrigins".*?)\n```/s.exec(text)!
  return (JSON.parse(json!) as CorsRule[]).map((rule) => ({ ...rule, AllowedOrigins: [origin] }))
}

const makeNoise = async (width: number) =>
  sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer()

test('the dashboard sends a file, and a large one in parts, straight to a bucket with the documented rule for CORS', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const response = await page.goto('/files')
  const policy = await response!.headerValue('content-security-policy')
  expect(policy).toMatch(new RegExp(`connect-src 'self' [^;]*${proxy.url}`))
  const grid = page.getByRole('list', { name: 'Files', exact: true })
  const throughService: string[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'PUT' && sent.url().startsWith(service.url)) throughService.push(sent.url())
  })

  // Without the rule, the browser sends nothing. The dashboard tries again until the bucket has it.
  const noise = await makeNoise(1300)
  await choose(page, button(page, 'Upload files'), [{ name: 'noise.png', type: 'image/png', bytes: noise }])
  await expect.poll(() => proxy.requests.length).toBeGreaterThan(0)
  expect(proxy.requests.map(({ method }) => method)).not.toContain('PUT')
  proxy.setRules(await readDocumentedRules(service.url))
  await grid.getByText('noise.png').waitFor()
  await expect.poll(() => isLoaded(grid.locator('img').first())).toBe(true)
  const readSent = () => proxy.requests.filter(({ method }) => method === 'PUT')
  const [sent, ...others] = readSent()
  expect(sent).toMatchObject({ origin: service.url, bytes: noise.length, path: expect.stringMatching(/\.upload$/) })
  expect(others).toEqual([])

  proxy.requests.length = 0
  const plan = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(17_000_000)])
  await choose(page, button(page, 'Upload files'), [{ name: 'plan.pdf', type: 'application/pdf', bytes: plan }])
  await grid.getByText('plan.pdf').waitFor()
  expect(readSent().map(({ bytes }) => bytes)).toEqual([8_000_000, 8_000_000, 1_000_009])
  const { assetPage } = await ask<{ assetPage: { items: { state: string; url: string }[] } }>(
    page,
    '{ assetPage(q: "plan.pdf") { items { state url } } }',
  )
  const shown = await fetch(new URL(assetPage.items[0]!.url, service.url))
  expect(Buffer.from(await shown.arrayBuffer()).equals(plan)).toBe(true)
  expect(throughService).toEqual([])
  const errors = await page.consoleMessages()
  expect(errors.filter((message) => message.text().includes('Content Security Policy'))).toEqual([])
})
