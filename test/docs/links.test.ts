import { glob, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { documents } from './documents.ts'

const withoutCode = (markdown: string) => markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')

/** The address of a heading as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

async function anchorsOf(file: string): Promise<string[]> {
  const text = (await readFile(file, 'utf8')).replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
}

/** Why a link leads nowhere; undefined for one that does. */
async function problemOf(file: string, target: string): Promise<string | undefined> {
  const [path = '', anchor] = target.split('#', 2)
  const found = path === '' ? file : normalize(join(dirname(file), decodeURI(path)))
  const isThere = await stat(found).then(
    () => true,
    () => false,
  )
  if (!isThere) return `${file}: there is no ${found}`
  if (anchor === undefined || (await anchorsOf(found)).includes(anchor)) return undefined
  return `${file}: ${found} has no heading #${anchor}`
}

const linksOf = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)

const isWithinProject = (target: string) => !/^[a-z]+:/.test(target)

test('every link between the documents leads to a file and a heading that exist', async () => {
  const problems: (string | undefined)[] = []
  for (const file of await documents()) {
    const targets = linksOf(await readFile(file, 'utf8')).filter(isWithinProject)
    problems.push(...(await Promise.all(targets.map((target) => problemOf(file, target)))))
  }
  expect(problems.filter((problem) => problem !== undefined)).toEqual([])
})

test('every picture is shown in a document, and all of them have at most 1 MB', async () => {
  const texts = await Promise.all((await documents()).map((file) => readFile(file, 'utf8')))
  const pictures = await Array.fromAsync(glob('docs/screenshots/*'))
  const unused = pictures.filter((picture) => !texts.some((text) => text.includes(picture.replace('docs/', ''))))
  expect(unused).toEqual([])
  const sizes = await Promise.all(pictures.map(async (picture) => (await stat(picture)).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000)
})

test('every document is reached by links from the README', async () => {
  const reached = new Set<string>()
  async function follow(file: string): Promise<void> {
    if (reached.has(file) || !file.endsWith('.md')) return
    reached.add(file)
    const targets = linksOf(await readFile(file, 'utf8')).filter(isWithinProject)
    const files = targets.map((target) => normalize(join(dirname(file), target.split('#', 1)[0]!)))
    for (const next of files) await follow(next).catch(() => reached.delete(next))
  }
  await follow('README.md')
  expect((await documents()).filter((file) => !reached.has(file))).toEqual([])
})
