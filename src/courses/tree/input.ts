import { createHash } from 'node:crypto'
import { z } from 'zod'
import { makeBoundedListSchema } from '../../operations/bounded-list.ts'
import { type InvalidField, makeInvalidRequestError, maxReportedInvalidFields } from '../../platform/errors.ts'
import { findContentProblems, stringifyContent } from '../block/content.ts'
import { newBlockSchema } from '../block/rules.ts'
import type { BlockType } from '../block/types.ts'
import { maxSiblings } from '../outline/rules/course-size.ts'
import { keySchema } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import { pickRecordFields } from '../records/record.ts'
import type { DesiredTreeNode } from './nodes.ts'
import { makeYieldToEventLoop, type YieldToEventLoop } from './yield-often.ts'

const nodeList = <T extends z.ZodObject>(node: T) => makeBoundedListSchema(node, maxSiblings).nullish()

const key = keySchema.nullish()
const id = { id: z.string().nullish() }

const ignoredInt = z
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(2_147_483_647, 'must be at most 2,147,483,647')
  .nullish()
const ignoredText = z.string().max(200, 'must have at most 200 characters').nullish()
const ignoredOfNode = { order: ignoredInt, version: ignoredInt }

/**
 * Fields of a course that the service returns. A request that writes a course tree may send them back, and the service
 * ignores them.
 */
export const ignoredCourseFieldSchemas = {
  id: ignoredText,
  status: ignoredText,
  version: ignoredInt,
  treeVersion: ignoredInt,
}

export const newTreeBlockInputSchema = z.object({
  key,
  type: newBlockSchema.shape.type,
  content: newBlockSchema.shape.content,
})
export const newTreeLessonInputSchema = z.object({
  key,
  ...lessonRecordDefinition.createShape,
  blocks: nodeList(newTreeBlockInputSchema),
})
export const newTreeModuleInputSchema = z.object({
  key,
  ...moduleRecordDefinition.createShape,
  lessons: nodeList(newTreeLessonInputSchema),
})

export const treeBlockInputSchema = newTreeBlockInputSchema.extend({ ...id, ...ignoredOfNode, lessonId: ignoredText })
export const treeLessonInputSchema = newTreeLessonInputSchema.extend({
  ...id,
  ...ignoredOfNode,
  moduleId: ignoredText,
  blocks: nodeList(treeBlockInputSchema),
})
export const treeModuleInputSchema = newTreeModuleInputSchema.extend({
  ...id,
  ...ignoredOfNode,
  courseId: ignoredText,
  lessons: nodeList(treeLessonInputSchema),
})

/** The Zod schema for the modules of a request that writes a course tree. Every list is optional. */
export const treeModuleInputListSchema = nodeList(treeModuleInputSchema)
export const newTreeModuleInputListSchema = nodeList(newTreeModuleInputSchema)

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
