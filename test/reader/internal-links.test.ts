import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let base: string
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  base = `/learn/${publicId}`
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const text = (words: string, key?: string, format = 'markdown') => ({
  ...{ key, type: 'text', content: { text: words, format } },
})

const links = `[heading](#shade), [**again**](#Shade-1), [Über uns](#über-uns), [main](#content), [own id](#Figure),
[its heading](#a-figure), [own block](note), [lesson](two), [capitals](./TWO#Light), [module](leaves), [block](sun), [block too](#sun),
[top](#top), [nothing](nowhere), [site](https://example.com/#Shade)`
const course = {
  name: 'Botany',
  language: 'en',
  visibility: 'public',
  modules: [
    {
      name: 'Leaves',
      key: 'leaves',
      lessons: [
        {
          name: 'One',
          key: 'one',
          blocks: [
            text(`${links}\n\n## Shade\n\n## Content`),
            text(
              '<h2>Shade &amp; <em>light</em></h2><h2 id="Figure">A figure</h2><p id="figure">Twice</p>',
              'note',
              'html',
            ),
            text('# Über *uns*\n\n## Shade\n\n<i id="quiz-01a2b3c4-x">q</i><i id="page.content">p</i>'),
          ],
        },
        { name: 'Two', key: 'two', blocks: [text('## Light'), text('Sun', 'Sun')] },
      ],
    },
  ],
}

/** Returns the addresses of the links of a page, by their texts, and the ids of its elements. */
function read(page: string) {
  const found = [...page.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
  const addresses = Object.fromEntries(found.map(([, address, label]) => [label!.replace(/<[^>]*>/g, ''), address!]))
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
  return { addresses, ids }
}

async function create() {
  const { id } = (await rest('POST', '/courses', course)).body.data
  const [one, two] = (await rest('GET', `/courses/${id}/tree`)).body.data.modules[0].lessons
  return { id, one, two }
}

test.each(['published', 'preview', 'preview of a release'])(
  'links that the checks accept lead to the page and the place on it: %s',
  async (how) => {
    const { id, one, two } = await create()
    const { findings } = (await rest('GET', `/courses/${id}/checks?level=error`)).body.data
    expect(findings.filter(({ code }: { code: string }) => code === 'inner_link_broken')).toHaveLength(1)
    await publishCourse(service, key, id)
    const release = how === 'preview' ? {} : { release: 1 }
    const path =
      how === 'published'
        ? `${base}/${id}`
        : `/preview/${(await rest('POST', `/courses/${id}/preview-links`, release)).body.data.token}`
    const page = await service.http(`${path}/${one.id}`)
    const { addresses, ids } = read(page.text)
    expect(addresses).toMatchObject({
      heading: '#shade',
      again: '#shade-1',
      'Über uns': `#${encodeURIComponent('über-uns')}`,
      main: '#content',
      'own id': '#figure',
      'its heading': '#a-figure',
      'own block': `${path}/${one.id}#block-${one.blocks[1].id}`,
      lesson: `${path}/${two.id}`,
      capitals: `${path}/${two.id}#light`,
      module: `${path}/${one.id}`,
      block: `${path}/${two.id}#block-${two.blocks[1].id}`,
      'block too': `${path}/${two.id}#block-${two.blocks[1].id}`,
      top: '#top',
      nothing: 'nowhere',
      site: 'https://example.com/#Shade',
    })
    expect(ids.filter((one) => !one.startsWith('block-'))).toEqual([
      ...['page.content', 'shade', 'content', 'shade--light', 'figure', 'a-figure', 'über-uns', 'shade-1'],
    ])
    expect(new Set(ids).size).toBe(ids.length)
    const other = await service.http(`${path}/${two.id}`)
    expect([page.status, other.status]).toEqual([200, 200])
    expect(read(other.text).ids).toEqual(expect.arrayContaining(['light', `block-${two.blocks[1].id}`]))
  },
)

test('of the links of a lesson, 100 are looked for in the blocks of other lessons', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `part-${index}`)
  const lessons = [
    { name: 'One', blocks: [text(names.map((name) => `[${name}](${name})`).join(' '))] },
    { name: 'Two', blocks: names.map((name) => text('Light', name)) },
  ]
  const parts = { name: 'Botany', visibility: 'public', modules: [{ name: 'Parts', lessons }] }
  const { id } = (await rest('POST', '/courses', parts)).body.data
  const [one] = (await rest('GET', `/courses/${id}/tree`)).body.data.modules[0].lessons
  await publishCourse(service, key, id)
  const { addresses } = read((await service.http(`${base}/${id}/${one.id}`)).text)
  expect(names.filter((name) => addresses[name] === name)).toEqual(['part-100'])
})

test('a description keeps no ids of its author', async () => {
  const description = '<b id="page.content">Bold</b>'
  const { id } = (await rest('POST', '/courses', { ...course, description })).body.data
  await publishCourse(service, key, id)
  const { text: page } = await service.http(`${base}/${id}`)
  expect(page).toContain('<b>Bold</b>')
})

test('no attribute of an author becomes another one where a link is resolved', async () => {
  const handler = 'x onmouseover=alert(1) y'
  const lines = [
    `<a title=" href=" dir="${handler}">one</a>`,
    `<a aria-label=" href=" lang="${handler}" href="two">two</a>`,
    `<a title='" href="two" onclick="' href="two">three</a>`,
    `<a id=' href="two" onclick="' href="two">four</a>`,
    `<img alt='<a href="two" onclick="alert(1)">' src="https://example.com/a.png">`,
    `<a href='two" onclick="alert(1)'>five</a> <a name='"onclick="' href="#two">six</a>`,
  ]
  const blocks = [
    text(lines.join('\n'), undefined, 'html'),
    text(`${lines.join('\n\n')}\n\n[x](<two" onclick="> '" onclick="')`),
  ]
  const lessons = [
    { name: '" onclick="', key: 'one', blocks },
    { name: 'Two', key: 'two', blocks: [] },
  ]
  const hostile = { name: 'A" onclick="', visibility: 'public', modules: [{ name: '" dir="', lessons }] }
  const { id } = (await rest('POST', '/courses', hostile)).body.data
  const [one, two] = (await rest('GET', `/courses/${id}/tree`)).body.data.modules[0].lessons
  await publishCourse(service, key, id)
  const { text: page } = await service.http(`${base}/${id}/${one.id}`)
  const names = new Set<string>()
  const hrefs: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const attribute of Object.keys(attributes)) names.add(attribute)
      if (name === 'a' && attributes.href) hrefs.push(attributes.href)
    },
  })
  parser.end(page)
  expect([...names].filter((name) => name.startsWith('on') || name.includes('"'))).toEqual([])
  expect(hrefs.filter((href) => href === `${base}/${id}/${two.id}`).length).toBeGreaterThanOrEqual(6)
})
