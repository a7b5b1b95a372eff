import { createHash } from 'node:crypto'
import { z } from 'zod'
import { problemsOf, textOf } from '../block/content.ts'
import type { BlockType } from '../block/kinds.ts'
import { newBlock } from '../block/rules.ts'
import { description, name, nameOf } from '../checks.ts'
import { type FieldProblem, invalid } from '../errors.ts'
import type { Wanted } from './plan.ts'

/** The largest list of siblings that a tree may have; more is a fault of its maker. */
const maxSiblings = 10_000

const listOf = <T extends z.ZodType>(node: T) =>
  z.array(node).max(maxSiblings, 'must have at most 10,000 members').nullish()

const key = nameOf(200).nullish()
const named = { key, name, description: description.nullish() }
const id = { id: z.string().nullish() }

export const newBlockNode = z.object({ key, type: newBlock.shape.type, content: newBlock.shape.content })
export const newLessonNode = z.object({ ...named, blocks: listOf(newBlockNode) })
export const newModuleNode = z.object({ ...named, lessons: listOf(newLessonNode) })

export const blockNode = newBlockNode.extend(id)
export const lessonNode = newLessonNode.extend({ ...id, blocks: listOf(blockNode) })
export const moduleNode = newModuleNode.extend({ ...id, lessons: listOf(lessonNode) })

/** The nodes of a tree as a request has them; every list may be left out. */
export const modules = listOf(moduleNode)
export const newModules = listOf(newModuleNode)

type Nodes = NonNullable<z.infer<typeof modules>>
type Lessons = NonNullable<Nodes[number]['lessons']>
type Blocks = NonNullable<Lessons[number]['blocks']>

/** Past this many, more of them help nobody. */
const maxProblems = 100

/** The same text has the same digest as in the database: `md5(content::text)`. */
const digest = (text: string) => createHash('md5').update(text).digest('hex')

const identity = ({ id, key }: { id?: string | null; key?: string | null }) => ({
  ...(id != null && { id: id.toLowerCase() }),
  ...(key != null && { key }),
})

/** A wanted block carries its content twice: the digest to compare, the text to write. */
export type WantedBlock = Wanted & { content: string }

const blocksOf = (nodes: Blocks, path: string): WantedBlock[] =>
  nodes.map((node, index) => {
    const content = textOf(node.content)
    const fields = { type: node.type, content: digest(content) }
    return { kind: 'block', path: `${path}.${index}`, ...identity(node), fields, content }
  })

const lessonsOf = (nodes: Lessons, path: string): Wanted[] =>
  nodes.map((node, index) => {
    const at = `${path}.${index}`
    const { name, description, blocks } = node
    const children = blocks ? { children: blocksOf(blocks, `${at}.blocks`) } : {}
    return { kind: 'lesson', path: at, ...identity(node), fields: { name, description }, ...children }
  })

function contentProblems(nodes: Nodes): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const [m, { lessons }] of nodes.entries()) {
    for (const [l, { blocks }] of (lessons ?? []).entries()) {
      for (const [b, { type, content }] of (blocks ?? []).entries()) {
        problems.push(...problemsOf(type as BlockType, content, `modules.${m}.lessons.${l}.blocks.${b}.content`))
        if (problems.length >= maxProblems) return problems
      }
    }
  }
  return problems
}

/**
 * The wanted nodes of a request, their content checked.
 * @throws ApiError `invalid_request` naming each content that contradicts its type
 */
export function wantedOf(nodes: z.infer<typeof modules>): Wanted[] | undefined {
  if (!nodes) return undefined
  const problems = contentProblems(nodes)
  if (problems.length > 0) throw invalid(problems)
  return nodes.map((node, index) => {
    const at = `modules.${index}`
    const { name, description, lessons } = node
    const children = lessons ? { children: lessonsOf(lessons, `${at}.lessons`) } : {}
    return { kind: 'module', path: at, ...identity(node), fields: { name, description }, ...children }
  })
}
