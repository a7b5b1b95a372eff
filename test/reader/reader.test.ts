import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SafeHtml } from '../../src/reader/html.ts'
import { findOrMakePage } from '../../src/reader/page-cache.ts'
import { sampleCourse } from '../../src/sample/course.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, requestHeadWithBody } from '../support/sockets.ts'

let service: TestService
let key: string
let workspaceId: string
let base: string
let courseId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  base = `/learn/${publicId}`
  courseId = await publish({ ...sample, slug: 'moon' })
})
afterAll(() => service.close())

const sample = sampleCourse
async function publish(course: object): Promise<string> {
  const { body } = await service.rest('POST', '/courses', key, { visibility: 'public', ...course })
  await publishCourse(service, key, body.data.id)
  return body.data.id
}
async function lessonsOf(id: string): Promise<{ id: string; name: string; blocks: { id: string; type: string }[] }[]> {
  const { body } = await service.rest('GET', `/courses/${id}/tree`, key)
  return body.data.modules.flatMap(({ lessons }: { lessons: object[] }) => lessons)
}
const page = (path: string, init?: RequestInit) => service.http(`${base}${path}`, init)
const post = (path: string, form: Record<string, string> | [string, string][]) =>
  page(path, { method: 'POST', body: new URLSearchParams(form) })
const pageOf = async (content: object, type = 'text') => {
  const blocks = [{ type, content }]
  const id = await publish({ name: 'Test', modules: [{ name: 'One', lessons: [{ name: 'First', blocks }] }] })
  const [lesson] = await lessonsOf(id)
  return (await page(`/${id}/${lesson!.id}`)).text
}

const secrets = sampleCourse.modules.flatMap(({ lessons }) =>
  lessons.flatMap(({ blocks }) =>
    blocks.flatMap(({ content }) => {
      const { questions = [] } = content as unknown as {
        questions?: { explanation: string; options?: { feedback: string }[] }[]
      }
      return questions.flatMap(({ explanation, options = [] }) => [explanation, ...options.map((one) => one.feedback)])
    }),
  ),
)

test('a public course has a page for learners without a key, with the way to every lesson', async () => {
  const { status, text, headers } = await page('/moon')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toContain('<h1 dir="auto">The Moon from Your Window</h1>')
  for (const { id, name } of await lessonsOf(courseId))
    expect(text).toContain(`<a href="${base}/moon/${id}">${name.replaceAll("'", '&#39;')}</a>`)
})

test('no page of the sample course has one word of an explanation or of feedback', async () => {
  const lessons = await lessonsOf(courseId)
  for (const path of ['/moon', ...lessons.map(({ id }) => `/moon/${id}`)]) {
    const { status, text } = await page(path)
    expect([path, status]).toEqual([path, 200])
    const words = text.replace(/&#39;/g, "'").replace(/&quot;/g, '"')
    expect(secrets.filter((secret) => words.includes(secret.slice(0, 40)))).toEqual([])
    expect(text).not.toMatch(/<input[^>]* checked/)
  }
})

test('a quiz is checked by a form post, and shows the result with the responses of the learner', async () => {
  const lesson = (await lessonsOf(courseId)).find(({ name }) => name === 'A hammer and a feather')!
  const quiz = lesson.blocks.find(({ type }) => type === 'quiz')!
  const right = await post(`/moon/${lesson.id}`, { block: quiz.id, q0: 'air' })
  expect([right.status, right.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(right.text).toContain('Correct.')
  expect(right.text).toContain('Without air, everything falls alike.')
  expect(right.text).toContain('value="air" checked')
  expect(right.text).toContain('Score: 1 of 1 point. Passed.')
  const wrong = await post(`/moon/${lesson.id}`, { block: quiz.id, q0: 'weak' })
  expect(wrong.text).toContain('Score: 0 of 1 point. Not passed yet.')
  const skipped = await post(`/moon/${lesson.id}`, { block: quiz.id })
  expect(skipped.text).toContain('Not answered.')
  expect(skipped.text).not.toContain('Gravity speeds up')
  expect((await post(`/moon/${lesson.id}`, { block: quiz.id, q0: 'no option' })).text).toContain('Not answered.')
})

test('a graded quiz leaves the ids of all headings as they were', async () => {
  const heading = '## Light'
  const question = {
    id: 'q',
    type: 'true_false',
    prompt: 'Is it?',
    answer: true,
    explanation: `${heading}\n\n<i id="x">`,
  }
  const options = [
    { id: 'true', text: 'Oui', feedback: heading },
    { id: 'false', text: 'Non' },
  ]
  const quiz = { type: 'quiz', content: { questions: [question, { ...question, id: 'p', options }] } }
  const text = { type: 'text', content: { text: `${heading}\n\nIn the light.` } }
  const id = await publish({
    name: 'Test',
    modules: [{ name: 'One', lessons: [{ name: 'First', blocks: [quiz, text] }] }],
  })
  const [lesson] = await lessonsOf(id)
  const path = `/${id}/${lesson!.id}`
  const { text: plain } = await page(path)
  expect(plain).toContain('<h2 id="light" dir="auto">Light</h2>')
  // The default options are in English, whatever the language of the course.
  expect(plain).toContain('<span dir="auto"><span lang="en" dir="ltr">True</span></span>')
  expect(plain).toContain('<span dir="auto">Oui</span>')
  const { text: graded } = await post(path, { block: lesson!.blocks[0]!.id, q0: 'true', q1: 'true' })
  expect(graded.match(/<h2[^>]*>Light<\/h2>/g)).toEqual([
    ...Array(3).fill('<h2 dir="auto">Light</h2>'),
    '<h2 id="light" dir="auto">Light</h2>',
  ])
})

test('a draft, a private course, an unknown course and an unknown lesson have the same page: not found', async () => {
  const draft = (await service.rest('POST', '/courses', key, { name: 'Draft', visibility: 'public' })).body.data.id
  const closed = await publish({ name: 'Closed', visibility: 'private' })
  for (const path of [`/${draft}`, `/${closed}`, '/unknown', `/moon/${crypto.randomUUID()}`, '/moon/x', '/moon/a/b']) {
    const { status, text, headers } = await page(path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'private, no-store'])
    expect(text).toContain('<h1>Not found</h1>')
  }
})

test('an error page is in a language of the browser', async () => {
  const inGerman = { 'Accept-Language': 'de-AT,en;q=0.5' }
  const missing = await service.http(`${base}/unknown`, { headers: inGerman })
  expect([missing.status, missing.headers.get('vary')]).toEqual([404, expect.stringContaining('Accept-Language')])
  expect(missing.text).toContain('<html lang="de" dir="ltr">')
  expect(missing.text).toContain('<h1>Nicht gefunden</h1>')
  const [lesson] = await lessonsOf(courseId)
  const json = { ...inGerman, 'Content-Type': 'application/json' }
  const refused = await service.http(`${base}/moon/${lesson!.id}`, { method: 'POST', headers: json, body: '{}' })
  expect([refused.status, refused.text]).toEqual([
    415,
    expect.stringContaining('<span lang="en" dir="ltr">Send a form.'),
  ])
})

test('forms that do not arrive completely keep no other reader waiting', async () => {
  const lesson = (await lessonsOf(courseId)).find(({ name }) => name === 'A hammer and a feather')!
  const path = `${base}/moon/${lesson.id}`
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const head = requestHeadWithBody({ path, headers }, 100)
  const slow = await Promise.all([1, 2, 3].map(() => openAndSend(service.url, `${head}block=`)))
  const used = () => service.app.resourceLimits.anonymousBodies.state().used
  await vi.waitFor(() => expect(used()).toBe(300), 20_000)
  const startedAt = performance.now()
  expect((await page(`/moon/${lesson.id}`)).status).toBe(200)
  // A reader would wait 10 seconds for a turn.
  expect(performance.now() - startedAt).toBeLessThan(8000)
  for (const { socket } of slow) socket.destroy()
  await vi.waitFor(() => expect(used()).toBe(0), 20_000)
})

test('a form to an unknown lesson or block, of another type or too large, is refused with a page', async () => {
  const [lesson] = await lessonsOf(courseId)
  expect((await post(`/moon/${crypto.randomUUID()}`, { block: 'x' })).status).toBe(404)
  expect((await post(`/moon/${lesson!.id}`, { block: 'x' })).status).toBe(404)
  expect((await post(`/moon/${lesson!.id}`, { block: lesson!.blocks[0]!.id })).status).toBe(404)
  expect((await post(`/moon/${lesson!.id}`, { block: 'x'.repeat(200_001) })).status).toBe(413)
  const many = await post(`/moon/${lesson!.id}`, { block: 'x', ...Object.fromEntries(Array(10_000).entries()) })
  expect([many.status, many.text]).toEqual([413, expect.stringContaining('A form has at most 10,000 fields.')])
  expect((await page(`/moon/${lesson!.id}`, { method: 'POST', body: 'x' })).status).toBe(415)
  expect((await page('/moon', { method: 'POST', body: 'x' })).status).toBe(405)
  expect((await page('/moon', { method: 'DELETE' })).status).toBe(405)
})

test('a page answers GET, HEAD, POST and OPTIONS, and finds a lesson by its id in capitals', async () => {
  const [lesson] = await lessonsOf(courseId)
  const allow = 'GET, HEAD, POST, OPTIONS'
  for (const [method, status] of [
    ['DELETE', 405],
    ['OPTIONS', 204],
  ] as const) {
    const answer = await page('/moon', { method })
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, status, allow])
  }
  const head = await page('/moon', { method: 'HEAD' })
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([
    200,
    '',
    (await page('/moon')).headers.get('etag'),
  ])
  expect((await page(`/moon/${lesson!.id.toUpperCase()}`)).text).toContain(`data-lesson="${lesson!.id}"`)
})

test('a page and its answer to a known tag have the same policies', async () => {
  const { headers } = await page('/moon')
  const again = await page('/moon', { headers: { 'If-None-Match': headers.get('etag')! } })
  for (const name of ['content-security-policy', 'cross-origin-opener-policy', 'cache-control', 'etag'])
    expect([name, again.headers.get(name)]).toEqual([name, headers.get(name)])
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('a page has its own tag for each lesson and each address', async () => {
  const lessons = await lessonsOf(courseId)
  const paths = ['/moon', `/${courseId}`, ...lessons.map(({ id }) => `/moon/${id}`)]
  const tagOf = async (path: string) => (await page(path)).headers.get('etag')
  const before = await Promise.all(paths.map(tagOf))
  // The id and the slug lead to one page.
  expect(new Set(before).size).toBe(paths.length - 1)
  await service.rest('PATCH', `/courses/${courseId}`, key, { slug: 'our-moon' })
  const after = await tagOf(`/${courseId}`)
  await service.rest('PATCH', `/courses/${courseId}`, key, { slug: 'moon' })
  expect(before).not.toContain(after)
})

test('a text brings no protocol but HTTP and mailto, no class and no target that opens the page to a new window', async () => {
  const text = await pageOf({
    format: 'html',
    text: '<a href="ftp://a.example">f</a><a href="//a.example">p</a><a href="https://a.example" target="_blank" class="notice" id="page.content">h</a><img src="javascript:x"><nav>n</nav><table><tr><th scope="evil">t</th></tr></table>',
  })
  const main = text.slice(text.indexOf('<article'), text.indexOf('</article>'))
  expect(main).toContain('<a href="https://a.example" rel="noopener noreferrer">h</a>')
  expect(main).not.toMatch(/ftp:|"\/\/a|class="notice"|id="page|javascript|<nav|evil|target=/)
})

test('pages allow no inline script, and of other sites only images, films and the players of two sites', async () => {
  const { headers, text } = await page('/moon')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src https: http: data:; media-src https: http:; font-src 'self'; frame-src https://www.youtube-nocookie.com https://player.vimeo.com; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(text).not.toMatch(/<script(?![^>]* src="\/learn\/)|<style| style="| on\w+="/)
})

test('pages may be kept like the API, and answer 304 to their tag', async () => {
  const { headers } = await page('/moon')
  expect(headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=600')
  expect(headers.get('surrogate-key')).toBe(`course-${courseId}`)
  const again = await page('/moon', { headers: { 'If-None-Match': headers.get('etag')! } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('pages of 48 MB are kept in memory, and requests at the same time wait for one page', async () => {
  const made: string[] = []
  const find = (tag: string, megabytes = 2) =>
    findOrMakePage(tag, async () => {
      made.push(tag)
      return new SafeHtml('x'.repeat(megabytes * 1_000_000 - 200))
    })
  const tags = Array.from({ length: 25 }, (_, index) => `"kept ${index}"`)
  for (const tag of tags) await Promise.all([find(tag), find(tag)])
  expect(made).toEqual(tags)
  for (const tag of tags.slice(1).toReversed()) await find(tag)
  expect(made).toEqual(tags)
  await find(tags[0]!)
  expect(made).toHaveLength(26)
})

test('a page that cannot be made is made again for the next request', async () => {
  const fails = () => findOrMakePage('"fails"', () => Promise.reject(new Error('no database')))
  expect((await Promise.allSettled([fails(), fails()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(`${await findOrMakePage('"fails"', async () => new SafeHtml('page'))}`).toBe('page')
})

test.each([
  ['text', { text: '<script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))' }],
  ['text', { text: '<iframe src="https://example.com"></iframe><form action="/x"><input></form>', format: 'html' }],
  ['text', { text: '<a href="jAvascript:alert(1)" style="x" onclick="x">x</a><svg onload=alert(1)>', format: 'html' }],
  ['text', { text: '"><script>alert(1)</script>', format: 'plain' }],
  ['code', { code: '</code></pre><script>alert(1)</script>', filename: '"><script>' }],
  ['image', { url: 'https://example.com/"onerror="alert(1)', alt: '"><script>alert(1)</script>' }],
  ['interactive', { kind: '<script>', url: 'https://example.com/', fallbackText: '<script>alert(1)</script>' }],
  [
    'quiz',
    {
      questions: [
        {
          id: '"><script>',
          prompt: '<img src=x onerror=alert(1)>',
          options: [{ id: '"><script>', text: '<script>' }, { text: '[x](javascript:x)' }],
        },
      ],
    },
  ],
])('a %s block cannot bring active content', async (type, content) => {
  const text = await pageOf(content, type)
  const main = text.slice(text.indexOf('<article'), text.indexOf('</article>'))
  expect(main).not.toMatch(/<(script|iframe|svg|style)|<[^>]+ (on\w+|style)=|href="\s*javascript/i)
  expect(main.match(/<form/g)?.length ?? 0).toBe(type === 'quiz' ? 1 : 0)
})

test('headings of a text start below the name of the lesson, and tables of Markdown are shown', async () => {
  const text = await pageOf({ text: '# Light\n\n| a | b |\n|---|---|\n| 1 | 2 |' })
  expect(text).toContain('<h2 id="light" dir="auto">Light</h2>')
  expect(text).toContain('<td dir="auto">1</td>')
})

test('the content tells its language, and is escaped', async () => {
  const id = await publish({ name: 'Licht & <Wasser>', language: 'de' })
  const { text } = await page(`/${id}`)
  expect(text).toContain('<h1 dir="auto">Licht &amp; &lt;Wasser&gt;</h1>')
  expect(text).toContain('<main id="page.content" lang="de">')
  expect(text).toContain('Dieser Kurs hat noch keine Lektionen.')
})

/** Returns the texts with Latin letters in a page, also those of `aria-label`, where the language is not English. */
function textsInOtherLanguages(page: string): string[] {
  const found: string[] = []
  const languages = ['']
  const note = (text: string) => void (languages.at(-1) !== 'en' && /[a-z]{2}/i.test(text) && found.push(text))
  const parser = new Parser({
    onopentag(_name, attributes) {
      languages.push(attributes.lang ?? languages.at(-1)!)
      note(attributes['aria-label'] ?? '')
      note(attributes['data-text']?.replace(/\{\w+\}/g, '') ?? '')
    },
    onclosetag: () => void languages.pop(),
    // The names of numbers in labels of scripts, such as `{total}`.
    ontext: (text) => note(text.replace(/\{\w+\}/g, '')),
  })
  parser.end(page)
  return found
}

/** Publishes a course in Arabic letters that shows every label, and returns its pages. */
async function pagesWithEveryLabel(language: string) {
  const question = { prompt: 'ما هذا؟', answer: 'ا', options: ['ا', 'ب'].map((id) => ({ id, text: id })) }
  const blocks = [
    { type: 'text', content: { text: 'الضوء[^1]\n\n[^1]: الشمس' } },
    { type: 'video', content: { url: 'https://a.example/v.mp4', transcript: 'نص' } },
    { type: 'video', content: {} },
    { type: 'interactive', content: { url: 'https://a.example/i', kind: 'لعبة' } },
    { type: 'interactive', content: { url: 'https://a.example/i', fallbackText: 'نص' } },
    { type: 'code', content: { code: '1', starter: '2', hints: ['٣'], tests: [{ input: '1', expected: '2' }] } },
    { type: 'quiz', content: { questions: [] } },
    {
      type: 'quiz',
      content: {
        passingScore: 1,
        questions: [
          ...[1, 2].map(() => ({ type: 'single_choice', ...question })),
          { type: 'single_choice', ...question, answer: undefined },
          { type: 'true_false', prompt: 'ما هذا؟', answer: true },
        ],
      },
    },
  ]
  const lessons = ['الأول', 'الثاني'].map((name, index) => ({
    ...{ name, key: `k${index}`, durationMinutes: 5, objectives: ['هدف'], blocks },
    prerequisites: index > 0 ? ['k0'] : [],
  }))
  const modules = [{ name: 'وحدة', lessons }]
  const id = await publish({ name: 'علم النبات', language, objectives: ['هدف'], modules })
  const [first, second] = await lessonsOf(id)
  const form = { block: second!.blocks.at(-1)!.id, q0: 'ا', q2: 'ب', q3: 'false' }
  const pages = [await page(`/${id}`), await page(`/${id}/${first!.id}`), await post(`/${id}/${second!.id}`, form)]
  const token = (await service.rest('POST', `/courses/${id}/preview-links`, key, {})).body.data.token
  pages.push(await service.http(`/preview/${token}`))
  expect(pages.map(({ status, text }) => [status, textsInOtherLanguages(text)])).toEqual(pages.map(() => [200, []]))
  return pages.map(({ text }) => text)
}

test('every label of a page is in the language of the course', async () => {
  const [course, lesson, graded, preview] = await pagesWithEveryLabel('ar-EG')
  for (const text of [course!, lesson!, graded!, preview!]) {
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('lang="ar-EG"')
    expect(text).not.toContain('"en"')
  }
  expect(lesson).toMatch(/<a href="#note-[^>]* lang="ar"/)
  expect(graded).toMatch(/صحيح\..*لم تتم الإجابة\..*بلا درجة.*غير صحيح\..*الدرجة: 1 من 3\. ناجح\./s)
})

test('every label of a page is marked as English if there are no labels in the language of the course', async () => {
  const [course, , graded] = await pagesWithEveryLabel('fa')
  expect(course).toContain('<html lang="en" dir="rtl">')
  expect(graded).toMatch(/Correct\..*Not answered\..*Not scored.*Not correct\..*Score: 1 of 3 points\. Passed\./s)
})

test('the styles and the script are files of the service', async () => {
  for (const [path, type] of [
    ['/learn/reader.css', 'text/css'],
    ['/learn/reader.js', 'text/javascript'],
  ]) {
    const { status, headers } = await service.http(path!)
    expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
  }
})

const linksBefore = (text: string) =>
  [
    ...(/<section class="prerequisites">.*?<\/section>/s.exec(text)?.[0] ?? '').matchAll(
      /<a href="([^"]*)">([^<]*)<\/a>/g,
    ),
  ].map(([, address, name]) => [name, address])

test('the page of a lesson links to its prerequisites and those of its module, and leaves out unknown ones', async () => {
  const id = await publish({
    name: 'Botany',
    modules: [
      { key: 'roots', name: 'Roots & soil', lessons: [{ name: 'Water' }, { key: 'salt', name: 'Salt <b>' }] },
      { key: 'empty', name: 'Nothing yet' },
      {
        key: 'leaves',
        name: 'Leaves',
        prerequisites: ['roots', 'lost'],
        lessons: [{ name: 'Light', prerequisites: ['salt', 'roots', 'empty', 'leaves', 'gone'] }, { name: 'Shade' }],
      },
    ],
  })
  const [water, salt, light, shade] = await lessonsOf(id)
  const linksOf = async (lesson: { id: string }) => linksBefore((await page(`/${id}/${lesson.id}`)).text)
  const toRoots = ['Roots &amp; soil', `${base}/${id}/${water!.id}`]
  expect(await linksOf(light!)).toEqual([toRoots, ['Salt &lt;b&gt;', `${base}/${id}/${salt!.id}`]])
  expect(await linksOf(shade!)).toEqual([toRoots])
  expect((await page(`/${id}/${water!.id}`)).text).not.toContain('Before this lesson')
  expect((await page(`/${id}/${light!.id}`)).text).toContain('Before this lesson</span></h2>')
})

test('a prerequisite that only the draft has is not on the page', async () => {
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', prerequisites: ['later'] }] }]
  const id = await publish({ name: 'Botany', modules })
  const tree = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  await service.rest('POST', `/modules/${tree.modules[0].id}/lessons`, key, { name: 'Later', key: 'later' })
  const address = `/${id}/${tree.modules[0].lessons[0].id}`
  expect((await page(address)).text).not.toContain('Before this lesson')
  await publishCourse(service, key, id)
  expect(linksBefore((await page(address)).text).map(([name]) => name)).toEqual(['Later'])
})
