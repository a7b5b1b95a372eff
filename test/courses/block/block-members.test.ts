import { expect, test } from 'vitest'
import { findContentProblems } from '../../../src/courses/block/content.ts'
import { isEmbeddable } from '../../../src/courses/block/embeds.ts'
import { makeLearnerContent, toDocumentedShape } from '../../../src/courses/block/learner.ts'
import { findContentWarnings, readContentForStorage, renderContentAsMarkdown } from '../../../src/courses/block/read.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from '../../../src/courses/block/types.ts'
import { readConfig } from '../../../src/platform/config.ts'

const exercise = {
  language: 'python',
  code: 'print(1)',
  starter: 'def f(): ...',
  solution: 'Zqsecret1',
  hints: ['Think.'],
  highlight: [1, 3],
  tests: [
    { name: 'one', input: '1', expected: '2', hidden: false },
    { name: 'two', input: 'Zqsecret2', expected: '3', hidden: true },
  ],
}

test.each(blockTypeNames)('a %s block can have a title, which learners get', (type) => {
  const content = { ...blockTypeDefinitionByName[type].example, title: 'Light *1*' }
  expect(findContentProblems(type, content, 'content', 'strict')).toEqual([])
  expect(makeLearnerContent(type, content).title).toBe('Light *1*')
  expect(renderContentAsMarkdown(type, content)).toMatch(/^\*\*Light \\\*1\\\*\*\*\n\n/)
})

test('learners get no solution and no hidden test', () => {
  const content = makeLearnerContent('code', exercise)
  expect(content).toEqual({ ...exercise, solution: undefined, tests: [exercise.tests[0]] })
  const spelled = { ...exercise, tests: undefined, testCases: [{ stdin: 'Zqsecret2', output: '1', isHidden: true }] }
  expect(JSON.stringify(makeLearnerContent('code', spelled))).not.toContain('Zqsecret')
  expect(renderContentAsMarkdown('code', exercise)).toContain('- two: input ` Zqsecret2 `, expected ` 3 ` (hidden)')
})

test.each<[BlockType, object, object]>([
  ['code', { code: 'x', highlightLines: '1,3-5' }, { highlight: [1, 3, 4, 5] }],
  ['code', { code: 'x', hints: 'Think.', solutionCode: 'y' }, { hints: ['Think.'], solution: 'y' }],
  ['video', { url: 'https://example.com/a.mp3', mimeType: 'audio/mpeg' }, { mediaType: 'audio/mpeg' }],
  ['image', { src: '/files/a.png', href: 'lesson:cells#light' }, { url: '/files/a.png', link: 'lesson:cells#light' }],
])('%s: %j is read in the documented shape', (type, sent, read) => {
  const shape = toDocumentedShape(type, { ...sent })
  expect(shape).toMatchObject(read)
  expect(findContentProblems(type, shape, 'content', 'strict')).toEqual([])
  expect(findContentWarnings(type, { ...sent })).toEqual([])
})

test.each<[BlockType, object, object]>([
  ['image', { alt: 'A' }, { link: 'javascript:alert(1)' }],
  ['image', { alt: 'A' }, { title: { de: 'Titel' } }],
  ['video', { transcript: 'T' }, { mediaType: 'text/html' }],
  ['code', { code: 'x' }, { solution: 5 }],
  ['code', { code: 'x' }, { tests: 'all' }],
  ['code', { code: 'x' }, { highlight: [0] }],
])('%s: a member that was added later and cannot be read is kept: %j %j', (type, content, own) => {
  const sent = { ...content, ...own }
  expect(findContentProblems(type, sent)).toEqual([])
  expect(findContentWarnings(type, sent).map(({ path }) => path)).toEqual([`content.${Object.keys(own)[0]}`])
  expect(makeLearnerContent(type, sent)).toEqual(content)
  expect(readContentForStorage(type, sent)).toEqual(sent)
  expect(findContentProblems(type, sent, 'content', 'strict')).toHaveLength(1)
})

test('content with the name of a later member of another block type is accepted, as before', () => {
  for (const own of [{ solution: 'x' }, { tests: [] }, { link: 'x' }, { hints: [] }])
    expect(findContentProblems('text', { text: 'x', ...own })).toEqual([])
  expect(findContentProblems('image', { solution: 'x' })).toEqual([])
  expect(findContentProblems('quiz', { title: 'x', text: 'y' })).toHaveLength(1)
})

test('a page is shown in a frame if it is on an allowed host', () => {
  const hosts = readConfig({ EMBED_HOSTS: 'phet.colorado.edu, *.h5p.com' }).embedHosts
  const shown = ['https://phet.colorado.edu/a?b#c', 'https://x.h5p.com/', 'https://PHET.colorado.edu/']
  const others = [
    'http://phet.colorado.edu/',
    'https://h5p.com/',
    'https://evilh5p.com/',
    'https://phet.colorado.edu.evil.com/',
    'https://phet.colorado.edu:8443/',
    'https://phet.colorado.edu@evil.com/',
    'https://a:b@phet.colorado.edu/',
    'javascript:alert(1)',
    '/local',
    '',
  ]
  expect(shown.filter((url) => !isEmbeddable(url, hosts))).toEqual([])
  expect(others.filter((url) => isEmbeddable(url, hosts))).toEqual([])
  expect(readConfig({}).embedHosts).toEqual([])
  expect(() => readConfig({ EMBED_HOSTS: 'https://a.com' })).toThrow('EMBED_HOSTS')
  expect(() => readConfig({ EMBED_HOSTS: 'a.*.com' })).toThrow('EMBED_HOSTS')
})

test('reading names the files of a picture, a film and its captions', () => {
  const assetId = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect(renderContentAsMarkdown('image', { assetId, alt: 'A leaf' })).toBe(`![A leaf](<asset:${assetId}>)`)
  expect(renderContentAsMarkdown('video', { assetId, captions: [{ language: 'en', assetId }] })).toBe(
    `[Video](<asset:${assetId}>)\n\n[Captions en](<asset:${assetId}>)`,
  )
})
