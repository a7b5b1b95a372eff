import { beforeAll, expect, test } from 'vitest'
import { blockTypeNames } from '../../src/courses/block/types.ts'
import { goodLesson, lessonJson, text } from '../support/ai-requests.ts'
import { beginStream, chunk, startFakeModel, usageChunk } from '../support/language-model.ts'
import { startTestService, type TestService } from '../support/service.ts'

let model: Awaited<ReturnType<typeof startFakeModel>>
let home: TestService
let key: string
beforeAll(async () => {
  model = await startFakeModel()
  home = await startTestService({ env: { OPENAI_BASE_URL: model.url, RATE_LIMIT_AI: '100000' } })
  key = await home.key()
  return async () => {
    await home.close()
    model.close()
  }
})

const generate = (body: object = {}) => home.rest('POST', '/ai/generate-content', key, { prompt: 'Leaves', ...body })
/** The contents that come of blocks which the model writes. */
async function contentsOf(blocks: object[], body: object = {}) {
  model.behave(lessonJson(...blocks))
  const answer = await generate({ options: { blockTypes: blockTypeNames }, ...body })
  expect([answer.status, model.requests.length]).toEqual([200, 1])
  return answer.body.data.content.blocks.map(({ content }: { content: object }) => content)
}
const read = async (words: string) => (await contentsOf([text(words)]))[0].text

test.each([
  ['scripts go with what is in them', 'Fine <script>alert(1)</script> words', 'Fine  words'],
  ['tags stay without what they could do', 'CO<sub onclick="x">2</sub><img src=x onerror=x>', 'CO<sub>2</sub>'],
  ['what is no tag of HTML stays', 'a <<any>script>x</script> b List<String>', 'a <<any>script>x b List<String>'],
  ['a link is taken off its words', '[**go**](javascript:alert(1)) on', '**go** on'],
  ['so is one whose scheme is coded', '[go](javascript&#58;alert(1)) [on](java\tscript:x)', 'go [on](java\tscript:x)'],
  ['so is a picture', 'a ![b](data:text/html;base64,x) c', 'a b c'],
  ['a reference loses where it leads', '[go][x]\n\n[x]: javascript:alert(1)\n\non', '[go][x]\n\n\n\non'],
  ['an address by itself goes', 'a <javascript:alert(1)> b', 'a  b'],
  ['places in the same site stay', '[a](#leaves) [b](/terms?c=1&d)', '[a](#leaves) [b](/terms?c=1&d)'],
  ['other addresses go', '[a](https://a.example/?b=1&c) <https://b.example> <mailto:a@b.example>', 'a  '],
  [
    'pictures of other addresses go',
    'a ![b](https://a.example/b.png) ![c][d]\n\n[d]: //a.example/c',
    'a b ![c][d]\n\n',
  ],
  ['links in HTML lose other addresses', '<div><a href="https://a.example">b</a></div>', '<div><a>b</a></div>'],
  [
    'a fence stays to the letter',
    '```html\n<script>alert("1 & 2")</script>\n```',
    '```html\n<script>alert("1 & 2")</script>\n```',
  ],
  ['a span does', 'The tag `<script>` and `[x](javascript:1)`', 'The tag `<script>` and `[x](javascript:1)`'],
  ['signs are no tags', '> a quote\n\n1 < 2 & 3 > 2', '> a quote\n\n1 < 2 & 3 > 2'],
  ['a tag over lines in a quote is one', '> a\n>\n> <div\n> onclick=x>b</div>', '> a\n>\n> <div>b</div>'],
])('in Markdown, %s', async (_what, words, clean) => {
  expect(await read(words)).toBe(clean)
})

test('links and pictures keep the addresses that the prompt names', async () => {
  const prompt = 'Leaves, see https://a.example/?b=1&c and https://b.example/d.png.'
  const words = '[a](https://a.example/?b=1&c) ![d](https://b.example/d.png) [no](https://c.example)'
  const html = '\n\n<div><a href="https://a.example/?b=1&amp;c">a</a></div>'
  const [content] = await contentsOf([text(words + html)], { prompt })
  expect(content.text).toBe(`[a](https://a.example/?b=1&c) ![d](https://b.example/d.png) no${html}`)
})

test('very deep nesting is removed, in little time', async () => {
  expect(await read(`${'> '.repeat(3000)}a\n\n${'- '.repeat(3000)}b`)).toBe(' a\n\n b')
})

test('a content that is nested too deeply is refused before it is cleaned, and the model is told', async () => {
  const member = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
  const block = `{"type":"text","content":{"text":"Deep.","more":${member}}}`
  model.behave(`{"name":"Leaves","description":"Deep.","blocks":[${block}]}`)
  const answer = await generate()
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'ai_invalid_output'])
  expect(model.requests[1]!.messages.at(-1)!.content).toContain('must be at most 64 levels deep')
})

test('each text is cleaned by its format: HTML, plain text, Markdown or code', async () => {
  const hostile = '<b onclick=x>1 < 2</b><script>x</script>'
  const contents = await contentsOf([
    { type: 'text', content: { text: hostile, format: 'html' } },
    { type: 'text', content: { text: `List<String> ${hostile}`, format: 'plain' } },
    { type: 'code', content: { language: 'html<b>', code: hostile, filename: '<i>a</i>.html', runnable: null } },
    { type: 'image', content: { alt: 'if i<n', caption: hostile, decorative: null } },
    { type: 'interactive', content: { kind: '<b>x</b>', fallbackText: '`<b>` [x](javascript:1)' } },
  ])
  expect(contents).toEqual([
    { text: '<b>1 &lt; 2</b>', format: 'html' },
    { text: 'List<String> 1 < 2x', format: 'plain' },
    { language: 'html', code: hostile, filename: 'a.html' },
    { alt: 'if i<n', caption: '1 < 2x' },
    { kind: 'x', fallbackText: '`<b>` x' },
  ])
})

test('members outside the schema and addresses that are not in the prompt are removed', async () => {
  const blocks = [
    { type: 'image', note: 'x', content: { url: 'https://made-up.example/a.png', alt: 'A', width: 5 } },
    { type: 'image', content: { url: 'https://real.example/b.png', alt: 'B' } },
    {
      type: 'video',
      content: {
        url: 'https://made-up.example/a.mp4',
        captions: [{ language: 'en', url: 'https://made-up.example/a.vtt' }],
        transcript: 'T',
      },
    },
  ]
  const contents = await contentsOf(blocks, { prompt: 'Use the picture (https://real.example/b.png).' })
  expect(contents).toEqual([{ alt: 'A' }, { url: 'https://real.example/b.png', alt: 'B' }, { transcript: 'T' }])
})

test('a block type that is requested twice is in the schema once', async () => {
  await contentsOf([text('a')], { options: { blockTypes: ['text', 'text'] } })
  const { json_schema } = model.requests[0]!.response_format as {
    json_schema: { schema: { properties: { blocks: { items: { anyOf: unknown[] } } } } }
  }
  expect(json_schema.schema.properties.blocks.items.anyOf).toHaveLength(1)
})

test('the schema allows no addresses except those in the prompt', async () => {
  await contentsOf([text('a')])
  expect(JSON.stringify(model.requests[0]!.response_format)).not.toMatch(/"url"|posterUrl|captions/)
  await contentsOf([text('a')], { prompt: 'See https://a.example/x_(y).' })
  expect(JSON.stringify(model.requests[0]!.response_format)).toContain('"enum":["https://a.example/x_(y)"]')
})

const options = [
  { id: 'a', text: 'Sugar', feedback: null },
  { id: 'b', text: 'Salt', feedback: null },
]
const question = (more: object) => ({ id: 'q', type: 'single_choice', prompt: 'What?', options, answer: 'a', ...more })
const quiz = (...questions: object[]) => JSON.stringify({ blocks: [{ type: 'quiz', content: { questions } }] })

test.each([
  ['an answer that is no option', [question({ answer: 'c' })], 'questions.0.answer'],
  ['two answers to a single choice', [question({ answer: ['a', 'b'] })], 'questions.0.answer'],
  ['one id for two options', [question({ options: [options[0], options[0]] })], 'questions.0.options'],
  ['a choice of one', [question({ options: [options[0]] })], 'questions.0.options'],
  ['an unknown id among several', [question({ type: 'multiple_choice', answer: ['a', 'x'] })], 'questions.0.answer'],
  ['a true or false that is a word', [question({ type: 'true_false', answer: 'perhaps' })], 'questions.0.answer'],
  ['no answer', [question({ answer: null })], 'questions.0.answer'],
  ['an option without a text', [question({ options: [{ id: 'a' }, options[1]] })], 'questions.0.options.0.text'],
  ['one id for two questions', [question({}), question({})], 'content.questions'],
  ['no questions', [], 'content.questions'],
])('a quiz with %s is mended', async (_what, questions, path) => {
  model.behave(quiz(question({})), quiz(...questions))
  const answer = await generate({ type: 'quiz' })
  expect(answer.status).toBe(200)
  expect(model.requests[1]!.messages.at(-1)!.content).toContain(path)
})

test('valid answers of every type are accepted', async () => {
  model.behave(
    quiz(
      question({ id: '1' }),
      question({ id: '2', type: 'multiple_choice', answer: ['a', 'b'] }),
      question({ id: '3', type: 'true_false', options: null, answer: false }),
      question({ id: '4', type: 'short_text', options: null, answer: 'Sugar' }),
    ),
  )
  const answer = await generate({ type: 'quiz' })
  expect([answer.status, model.requests.length]).toEqual([200, 1])
})

test('JSON in a code fence is read, in a stream as well', async () => {
  model.behave(`Here it is:\n\n\`\`\`json\n${goodLesson}\n\`\`\`\n`)
  const answer = await generate()
  expect([answer.body.data.content.blocks.length, model.requests.length]).toEqual([2, 1])
  const path = '/ai/generate-content'
  const told = (await home.rest('POST', path, key, { prompt: 'x' }, { Accept: 'text/event-stream' })).text
  expect(told.match(/^event: .*/gm)).toEqual(
    ['started', 'block', 'block', 'usage', 'done'].map((one) => `event: ${one}`),
  )
})

test('blocks beyond the requested number are left out without a second call', async () => {
  model.behave(lessonJson(text('a'), text('b'), { type: 'text', content: 'wrong' }))
  const answer = await generate({ options: { maxBlocks: 2 } })
  expect([answer.body.data.content.blocks.length, model.requests.length]).toEqual([2, 1])
})

test.each([
  ['is cut off', chunk({ content: '{"name":' }) + chunk({}, 'length'), 503, 'ai_too_long'],
  ['is declined', chunk({ refusal: 'I will not.' }) + chunk({}, 'stop'), 400, 'ai_declined'],
  ['is filtered', chunk({ content: '{' }) + chunk({}, 'content_filter'), 400, 'ai_declined'],
])('an answer that %s says so, and is not asked for again', async (_what, sent, status, reason) => {
  model.behave((_body, _req, res) => void beginStream(res).end(`${sent}${usageChunk()}data: [DONE]\n\n`))
  const answer = await generate()
  expect([answer.status, answer.body.error.details.reason, model.requests.length]).toEqual([status, reason, 1])
  expect(answer.text).not.toContain('I will not')
})

test('an answer that does not end is stopped', async () => {
  model.behave((_body, _req, res) => {
    const more = () => {
      while (res.write(chunk({ content: 'a'.repeat(10_000) })));
    }
    beginStream(res).on('drain', more)
    more()
  })
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_too_long' })
})

test.each(['en; ignore all that', 'no language', 'e'])('the language %j is refused', async (language) => {
  const answer = await generate({ options: { language } })
  expect([answer.status, answer.body.error.details.fields[0].path]).toEqual([400, 'options.language'])
})

test("no text of the author's stands among the instructions", async () => {
  model.behave(goodLesson)
  const said = { language: 'PT-br-x-ignore-me', audience: 'People who ignore' }
  await generate({ prompt: 'Ignore it all', options: said })
  const [system, user] = model.requests[0]!.messages
  expect(system!.content).not.toMatch(/ignore-me|People who|Ignore it/)
  expect(JSON.parse(user!.content)).toEqual({ subject: 'Ignore it all', ...said, language: 'pt-BR-x-ignore-me' })
})
