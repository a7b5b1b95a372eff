import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let workspaceId: string
let base: string
const publicUrl = 'https://learn.example'
beforeAll(async () => {
  service = await startTestService({ env: { PUBLIC_URL: publicUrl } })
  ;({ workspaceId, key, base } = await makeWorkspace())
})
afterAll(() => service.close())

async function makeWorkspace() {
  const id = await service.workspace()
  const own = await service.key({ workspaceId: id })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id } })
  return { workspaceId: id, key: own, base: `/learn/${publicId}` }
}
async function publish(course: object, auth = key): Promise<string> {
  const modules = [{ name: 'One', lessons: [{ name: 'First' }] }]
  const { body } = await service.rest('POST', '/courses', auth, { visibility: 'public', modules, ...course })
  await publishCourse(service, auth, body.data.id)
  return body.data.id
}
const page = (path: string, init?: RequestInit) => service.http(path, { redirect: 'manual', ...init })
const change = (id: string, body: object) => service.rest('PATCH', `/courses/${id}`, key, body)

test('the page of a workspace lists its public courses with their links, and no private or unlisted one', async () => {
  const own = await makeWorkspace()
  await service.db.prisma.workspace.update({ where: { id: own.workspaceId }, data: { name: 'Garden & <b>' } })
  expect((await page(own.base)).status).toBe(404)
  const moss = await publish({ name: 'Mosses <b>', description: 'On *stones*.', language: 'de' }, own.key)
  await publish({ name: 'Ferns', slug: 'ferns' }, own.key)
  await publish({ name: 'Secret', visibility: 'private' }, own.key)
  await publish({ name: 'Hidden', visibility: 'unlisted' }, own.key)
  await service.rest('POST', '/courses', own.key, { name: 'Draft', visibility: 'public' })
  const { status, text, headers } = await page(own.base)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=600')
  expect(text).toContain('<h1 dir="auto">Garden &amp; &lt;b&gt;</h1>')
  expect(Array.from(text.matchAll(/<h2><a href="([^"]*)">([^<]*)</g), ([, ...link]) => link)).toEqual([
    [`${own.base}/ferns`, 'Ferns'],
    [`${own.base}/${moss}`, 'Mosses &lt;b&gt;'],
  ])
  expect(text).toContain('On <em>stones</em>.')
  const etag = headers.get('etag')!
  expect((await page(own.base, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  expect((await page(own.base, { headers: { 'Accept-Language': 'de' } })).text).toContain('<html lang="de"')
  expect((await page(own.base, { method: 'POST' })).status).toBe(405)
})

test('an e-mail address is no heading of the page of a workspace', async () => {
  const own = await makeWorkspace()
  await service.db.prisma.workspace.update({ where: { id: own.workspaceId }, data: { name: 'ann@example.com' } })
  await publish({ name: 'Ferns' }, own.key)
  const { status, text } = await page(own.base)
  expect([status, text.includes('ann@example.com')]).toEqual([200, false])
})

test('the page of a workspace shows 50 courses, and links to the others', async () => {
  const own = await makeWorkspace()
  for (let count = 0; count < 51; count++) await publish({ name: `Course ${count}` }, own.key)
  const entries = (text: string) => text.match(/<h2>/g)?.length
  const first = await page(own.base)
  expect([entries(first.text), first.text.includes(`href="${own.base}?page=2"`)]).toEqual([50, true])
  expect(entries((await page(`${own.base}?page=2`)).text)).toBe(1)
  for (const wrong of ['0', '3', 'x', '-1', '9999999', '1e1'])
    expect([wrong, (await page(`${own.base}?page=${wrong}`)).status]).toEqual([wrong, 404])
})

test('a workspace that does not exist has no page and no sitemap', async () => {
  for (const path of ['/learn/000000000000', '/learn/0', '/learn/000000000000/sitemap.xml'])
    expect([path, (await page(path)).status]).toEqual([path, 404])
})

test('the sitemap has the whole addresses of the public courses', async () => {
  const own = await makeWorkspace()
  expect((await page(`${own.base}/sitemap.xml`)).status).toBe(404)
  const id = await publish({ name: 'Mosses' }, own.key)
  await publish({ name: 'Ferns', slug: 'ferns' }, own.key)
  await publish({ name: 'Hidden', visibility: 'unlisted' }, own.key)
  const { status, text, headers } = await page(`${own.base}/sitemap.xml`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)).toEqual(
    ['', '/ferns', `/${id}`].map((path) => `${publicUrl}${own.base}${path}`),
  )
  expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
})

test('an address with a slash at its end leads to the one without, with its query', async () => {
  await publish({ name: 'Moon', slug: 'slash' })
  for (const path of [`${base}/slash`, base, `${base}/slash/x`, '/preview/x']) {
    const { status, headers } = await page(`${path}/?a=b`)
    expect([status, headers.get('location')]).toEqual([308, `${path}?a=b`])
  }
  const many = await page(`${base}/slash${'/'.repeat(5000)}`)
  expect([many.status, many.headers.get('location')]).toEqual([308, `${base}/slash`])
})

test('a former slug leads to the course, on its page and that of a lesson', async () => {
  const id = await publish({ name: 'Moon', slug: 'first' })
  await change(id, { slug: 'second' })
  await service.rest('PUT', `/courses/${id}/tree`, key, { slug: 'third' })
  const { text } = await page(`${base}/third`)
  expect(text).toContain('Moon')
  for (const slug of ['first', 'second'])
    for (const rest of ['', '/0190c0de-0000-7000-8000-000000000000']) {
      const { status, headers } = await page(`${base}/${slug}${rest}?a=1`)
      expect([status, headers.get('location')]).toEqual([308, `${base}/third${rest}?a=1`])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    }
  await change(id, { slug: null })
  expect((await page(`${base}/third`)).headers.get('location')).toBe(`${base}/${id}`)
})

test('a slug that another course has now leads to that course', async () => {
  const [before, after] = [await publish({ name: 'Before', slug: 'taken' }), await publish({ name: 'After' })]
  await change(before, { slug: 'left' })
  await change(after, { slug: 'taken' })
  const { status, text } = await page(`${base}/taken`)
  expect([status, text.includes('After')]).toEqual([200, true])
  await change(after, { slug: 'moved' })
  expect((await page(`${base}/taken`)).headers.get('location')).toBe(`${base}/moved`)
})

test('a former slug tells nothing of a private course, of a deleted one, and of another workspace', async () => {
  const id = await publish({ name: 'Moon', slug: 'was-public' })
  await change(id, { slug: 'is-private', visibility: 'private' })
  expect((await page(`${base}/was-public`)).status).toBe(404)
  const other = await makeWorkspace()
  await change(id, { visibility: 'public' })
  expect((await page(`${other.base}/was-public`)).status).toBe(404)
  expect((await page(`${base}/was-public`)).status).toBe(308)
  await service.rest('DELETE', `/courses/${id}`, key)
  expect((await page(`${base}/was-public`)).status).toBe(404)
})

test('a refused change of a slug keeps no former slug, and a course keeps its last 20', async () => {
  const id = await publish({ name: 'Moon', slug: 'slug-0' })
  await publish({ name: 'Sun', slug: 'sun' })
  expect((await change(id, { slug: 'sun' })).status).toBe(409)
  const refused = await service.rest('PATCH', `/courses/${id}`, key, { slug: 'other' }, { 'If-Match': '"v99"' })
  expect(refused.status).toBe(412)
  const { formerSlug } = service.db.prisma
  expect(await formerSlug.count({ where: { courseId: id } })).toBe(0)
  for (let count = 1; count <= 22; count++) await change(id, { slug: `slug-${count}` })
  const kept = await formerSlug.findMany({ where: { workspaceId, courseId: id } })
  expect(kept.map(({ slug }) => slug).sort()).toEqual(Array.from({ length: 20 }, (_, at) => `slug-${at + 2}`).sort())
})

test('a page that is not found links to the course or to the courses of the workspace', async () => {
  await publish({ name: 'Moon', slug: 'way-on' })
  const lost = await page(`${base}/way-on/0190c0de-0000-7000-8000-000000000000`)
  expect([lost.status, lost.text.includes(`href="${base}/way-on"`)]).toEqual([404, true])
  const unknown = await page(`${base}/nothing-here`)
  expect([unknown.status, unknown.text.includes(`href="${base}"`)]).toEqual([404, true])
  const own = await makeWorkspace()
  await publish({ name: 'Secret', slug: 'secret', visibility: 'private' }, own.key)
  const secret = await page(`${own.base}/secret`)
  expect([secret.status, secret.text.includes('<a ')]).toEqual([404, false])
})

test('the pages of a workspace have its accent colour, from a style sheet of their own', async () => {
  const own = await makeWorkspace()
  await service.db.prisma.workspace.update({ where: { id: own.workspaceId }, data: { accentColor: '#a1b2c3' } })
  const id = await publish({ name: 'Mosses' }, own.key)
  for (const path of [own.base, `${own.base}/${id}`])
    expect((await page(path)).text).toContain('<link rel="stylesheet" href="/learn/accent/a1b2c3.css">')
  const { status, headers, text } = await page('/learn/accent/a1b2c3.css')
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'text/css; charset=utf-8',
    ':root { --brand: #a1b2c3; }\n',
  ])
  for (const color of ['red', 'a1b2c', 'A1B2C3', 'a1b2c3}'])
    expect((await page(`/learn/accent/${color}.css`)).status).toBe(404)
  const plain = await makeWorkspace()
  const other = await publish({ name: 'Ferns' }, plain.key)
  expect((await page(`${plain.base}/${other}`)).text).not.toContain('/accent/')
})
