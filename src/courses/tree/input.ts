import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type InvalidField, makeInvalidRequestError, maxReportedInvalidFields } from '../../platform/errors.ts'
import { findContentProblems, stringifyContent } from '../block/content.ts'
import type { BlockType } from '../block/types.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import { pickRecordFields } from '../records/record.ts'
import type { treeModuleInputListSchema } from './input-schemas.ts'
import type { DesiredTreeNode } from './nodes.ts'
import { makeYieldToEventLoop, type YieldToEventLoop } from './yield-often.ts'

type Nodes = NonNullable<z.infer<typeof treeModuleInputListSchema>>
type Lessons = NonNullable<Nodes[number]['lessons']>
type Blocks = NonNullable<Lessons[number]['blocks']>

/** Returns the MD5 digest of a block's content, which is equal to `md5(content::text)` in PostgreSQL. */
export const computeContentMd5 = (text: string) => createHash('md5').update(text).digest('hex')

const identityOf = ({ id, key }: { id?: string | null; key?: string | null }) => ({
  ...(id != null && { id: id.toLowerCase() }),
  ...(key !== undefined && { key }),
})

/**
 * A block in a request that writes a course tree. `fields.content` is the MD5 digest to compare with the stored block,
 * and `content` is the JSON text to write.
 */
export type DesiredTreeBlock = Extract<DesiredTreeNode, { kind: 'block' }> & { content: string }

async function blocksOf(nodes: Blocks, path: string, yieldOften: YieldToEventLoop): Promise<DesiredTreeBlock[]> {
  const blocks: DesiredTreeBlock[] = []
  for (const [index, node] of nodes.entries()) {
    await yieldOften()
    const content = stringifyContent(node.content)
    const fields = { type: node.type, content: computeContentMd5(content) }
    blocks.push({ kind: 'block', path: `${path}.${index}`, ...identityOf(node), fields, content })
  }
  return blocks
}

async function lessonsOf(nodes: Lessons, path: string, yieldOften: YieldToEventLoop): Promise<DesiredTreeNode[]> {
  const lessons: DesiredTreeNode[] = []
  for (const [index, node] of nodes.entries()) {
    const at = `${path}.${index}`
    const children = node.blocks ? { children: await blocksOf(node.blocks, `${at}.blocks`, yieldOften) } : {}
    lessons.push({
      kind: 'lesson',
      path: at,
      ...identityOf(node),
      fields: pickRecordFields(lessonRecordDefinition, node),
      ...children,
    })
  }
  return lessons
}

async function problemsOfBlocks(nodes: Nodes, yieldOften: YieldToEventLoop): Promise<InvalidField[]> {
  const problems: InvalidField[] = []
  for (const [m, { lessons }] of nodes.entries()) {
    for (const [l, { blocks }] of (lessons ?? []).entries()) {
      for (const [b, { type, content }] of (blocks ?? []).entries()) {
        await yieldOften()
        const at = `modules.${m}.lessons.${l}.blocks.${b}.content`
        for (const problem of findContentProblems(type as BlockType, content, at)) {
          problems.push(problem)
          if (problems.length >= maxReportedInvalidFields) return problems
        }
      }
    }
  }
  return problems
}

/**
 * Converts the modules of a request to tree nodes, and checks the content of each block.
 * @throws ApiError `invalid_request` that lists each block whose content does not match its type
 */
export async function parseDesiredTreeNodes(
  nodes: z.infer<typeof treeModuleInputListSchema>,
): Promise<DesiredTreeNode[] | undefined> {
  if (!nodes) return undefined
  const yieldOften = makeYieldToEventLoop()
  const problems = await problemsOfBlocks(nodes, yieldOften)
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  const desired: DesiredTreeNode[] = []
  for (const [index, node] of nodes.entries()) {
    const at = `modules.${index}`
    const children = node.lessons ? { children: await lessonsOf(node.lessons, `${at}.lessons`, yieldOften) } : {}
    desired.push({
      kind: 'module',
      path: at,
      ...identityOf(node),
      fields: pickRecordFields(moduleRecordDefinition, node),
      ...children,
    })
  }
  return desired
}
