import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockTypeDefinitionByName } from '../../../src/courses/block/types.ts'
import { missingId } from '../../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const read = async (id: string, query = '') => (await service.rest('GET', `/courses/${id}/reading${query}`, key)).body
const tree = async (id: string) => (await service.rest('GET', `/courses/${id}/tree`, key)).body.data

async function course(modules: object[], fields: object = {}): Promise<string> {
  const made = await service.rest('POST', '/courses', key, { name: 'Botany', ...fields, modules })
  expect(made.status).toBe(201)
  return made.body.data.id
}

const text = (chars: number, letter = 'x') => ({ type: 'text', content: { text: letter.repeat(chars) } })

describe('the forms', () => {
  const blocks = Object.entries(blockTypeDefinitionByName).map(([type, { example }]) => ({ type, content: example }))

  test('an outline has every identifier and what each lesson holds', async () => {
    const id = await course(
      [
        {
          key: 'm1',
          name: 'Leaves',
          description: 'Where light becomes sugar.',
          lessons: [{ name: 'Light', blocks }, { name: 'Air' }],
        },
        { name: 'Roots' },
      ],
      { language: 'en', difficulty: 'beginner' },
    )
    const { modules, treeVersion } = await tree(id)
    const [leaves, roots] = modules
    const { data } = await read(id)
    expect(data).toEqual({
      id,
      as: 'outline',
      leftOut: { headings: 0, blocks: 0, lessonIds: [] },
      text: `# Botany
course ${id} · draft · en · beginner · version 1 · treeVersion ${treeVersion}

## 1. Leaves
module ${leaves.id} · key m1 · version 1
Where light becomes sugar.

### 1.1 Light
lesson ${leaves.lessons[0].id} · version 1 · 1 text, 1 image, 1 video, 1 quiz, 1 code, 1 interactive

### 1.2 Air
lesson ${leaves.lessons[1].id} · version 1

## 2. Roots
module ${roots.id} · version 1`,
    })
  })

  test('in full, each block is there as JSON, to the letter', async () => {
    const id = await course([{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }])
    const { data } = await read(id, '?as=full')
    const [{ lessons }] = (await tree(id)).modules
    for (const { id, type, content } of lessons[0].blocks)
      expect(data.text).toContain(`${type} ${id} · version 1\n${JSON.stringify(content)}`)
  })

  test('as Markdown, each type of block reads as its row says', async () => {
    const id = await course([{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }])
    const { data } = await read(id, '?as=markdown')
    expect(data.text).toBe(`# Botany

## 1. Leaves

### 1.1 Light

## Photosynthesis

Plants turn **light** into sugar.

![A leaf in cross-section](<https://example.com/leaf.png>)

Where it happens

[Video](<https://example.com/light.mp4>)

[Captions en](<https://example.com/light.en.vtt>)

> Light reaches the leaf …

**Question 1.** What does a plant make from light?

- [x] Sugar (Right.)
- [ ] Salt (Plants take salts up; they do not make them.)

Explanation: Photosynthesis stores light as sugar.

light.py

\`\`\`python
print("light")
\`\`\`

[simulation](<https://example.com/leaf>)

Imagine a leaf.`)
  })

  test('what an author left unfinished, or wrote to break out, reads too', async () => {
    const odd = [
      { type: 'text', content: { text: '# 1. *stars*\n- [x] <b>', format: 'plain' } },
      { type: 'image', content: { alt: 'No *address*', caption: '_Leaf_' } },
      { type: 'quiz', content: { questions: [{ prompt: 'How many?', type: 'short_text', answer: '4' }, {}] } },
      { type: 'code', content: { code: '```\n````', language: 'a`\n# b', filename: '# a_b' } },
      { type: 'interactive', content: {} },
      {
        type: 'video',
        content: {
          url: 'https://example.com/a b>c',
          captions: [{ language: '*en*', url: 'https://example.com/c' }],
          transcript: '# *Light*\n- more',
        },
      },
    ]
    const id = await course([{ name: 'Odd', lessons: [{ name: 'Ends', blocks: odd }] }])
    const { data } = await read(id, '?as=markdown')
    expect(data.text.split('### 1.1 Ends\n\n')[1]).toBe(
      [
        '\\# 1. \\*stars\\*  \n\\- \\[x\\] \\<b\\>',
        'No \\*address\\*\n\n\\_Leaf\\_',
        '**Question 1.** How many?\n\nAnswer: 4\n\n**Question 2.** ',
        '\\# a\\_b\n\n`````a#b\n```\n````\n`````',
        '_Empty block: interactive._',
        '[Video](<https://example.com/a%20b%3Ec>)',
        '[Captions \\*en\\*](<https://example.com/c>)',
        '> \\# \\*Light\\*  \n> \\- more',
      ].join('\n\n'),
    )
  })
})

describe('the size', () => {
  test('a text is never longer than asked for, and says what it leaves out, and where', async () => {
    const lessons = [
      { name: 'Short', blocks: [text(100, 'a'), text(3000, 'b'), text(100, 'c')] },
      { name: 'Next', blocks: [text(200, 'd')] },
    ]
    const id = await course([{ name: 'Leaves', lessons }])
    const [{ lessons: made }] = (await tree(id)).modules
    const { data } = await read(id, '?as=markdown&max_chars=1200')
    const chars = (3011 + 111).toLocaleString('en')
    expect(data).toEqual({
      id,
      as: 'markdown',
      leftOut: { headings: 0, blocks: 2, lessonIds: [made[0].id] },
      text: [
        '# Botany',
        '## 1. Leaves',
        '### 1.1 Short',
        'a'.repeat(100),
        `> Left out for size: 2 of 3 blocks, ${chars} characters (lesson ${made[0].id}).`,
        '### 1.2 Next',
        'd'.repeat(200),
      ].join('\n\n'),
    })
    expect((await read(id, '?as=markdown&max_chars=5000')).data.leftOut.blocks).toBe(0)
  })

  test('a lesson that was left out is read by itself', async () => {
    const lessons = [
      { name: 'Long', blocks: [text(4000)] },
      { name: 'Other', blocks: [text(100, 'o')] },
    ]
    const id = await course([
      { name: 'Leaves', lessons },
      { name: 'Roots', lessons: [{ name: 'Water' }] },
    ])
    const { leftOut } = (await read(id, '?as=markdown&max_chars=1000')).data
    const { data } = await read(id, `?as=markdown&max_chars=5000&lesson_id=${leftOut.lessonIds[0]}`)
    expect(data.text).toBe(['# Botany', '## 1. Leaves', '### 1.1 Long', 'x'.repeat(4000)].join('\n\n'))
  })

  test.for(['outline', 'full', 'markdown'])(
    '%s of a course of 1,000 lessons is cut at its end, and says so',
    async (as) => {
      const lessons = Array.from({ length: 100 }, (_, index) => ({
        name: `Lesson ${index}`,
        description: 'd'.repeat(1500),
        blocks: [text(300)],
      }))
      const id = await course(Array.from({ length: 10 }, (_, index) => ({ name: `Module ${index}`, lessons })))
      for (const maxChars of [1000, 20_000, 400_000]) {
        const { data } = await read(id, `?as=${as}&max_chars=${maxChars}`)
        expect(data.text.length).toBeLessThanOrEqual(maxChars)
        expect(data.leftOut.headings).toBeGreaterThan(0)
        const left = data.leftOut.headings.toLocaleString('en')
        expect(data.text).toMatch(
          new RegExp(
            `> Left out for size: the last ${left} modules and lessons\\. Read the course with a larger maxChars\\.$`,
          ),
        )
      }
    },
  )
})

describe('a refusal', () => {
  test('of a course that is not there, and of a lesson that is in another', async () => {
    const id = await course([{ name: 'Leaves', lessons: [{ name: 'Light' }] }])
    const other = await tree(await course([{ name: 'Leaves', lessons: [{ name: 'Light' }] }]))
    expect(await read(missingId)).toEqual(errorBody('not_found', 'Course not found.'))
    expect(await read('nothing')).toEqual(errorBody('not_found', 'Course not found.'))
    const foreign = other.modules[0].lessons[0].id
    for (const lesson of [foreign, missingId, 'nothing'])
      expect(await read(id, `?lesson_id=${lesson}`)).toEqual(errorBody('not_found', 'Lesson not found.'))
  })

  test.for([
    ['max_chars=999', 'max_chars', 'must be between 1,000 and 400,000'],
    ['max_chars=400001', 'max_chars', 'must be between 1,000 and 400,000'],
    ['max_chars=many', 'max_chars', 'must be a whole number'],
    ['as=song', 'as', 'must be one of outline, full, markdown'],
  ] as const)('of ?%s', async ([query, path, message]) => {
    const id = await course([])
    expect(await read(id, `?${query}`)).toEqual(invalidFieldBody(path, message))
  })
})
