import { hash } from 'node:crypto'
import type { z } from 'zod'
import { type InvalidField, makeInvalidRequestError, maxReportedInvalidFields } from '../../platform/errors.ts'
import { type ContentHandling, stringifyContentOrFindProblems } from '../block/content.ts'
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

/** The fields of a block in a request, for the comparison with a stored block. */
export class DesiredBlockFieldsWithContentDigest {
  readonly type: string
  private readonly text: string
  private digest: string | undefined

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }

  /**
   * The digest of the content. The digest equals `md5(content::text)` in PostgreSQL. This getter computes the digest
   * when it is first read, because many blocks, such as new blocks, never need one.
   */
  get content(): string {
    this.digest ??= hash('md5', this.text)
    return this.digest
  }
}

/**
 * Returns the `id` (in lower case) and the `key` of a node, if the request contains them. A null `key` stays null, and
 * removes the stored key.
 */
function identityOf({ id, key }: { id?: string | null; key?: string | null }): Pick<DesiredTreeNode, 'id' | 'key'> {
  const identity: Pick<DesiredTreeNode, 'id' | 'key'> = {}
  if (id != null) identity.id = id.toLowerCase()
  if (key !== undefined) identity.key = key
  return identity
}

/** A block in a request. `content` is the JSON text to write. `fields.content` is the digest of this text. */
export type DesiredTreeBlock = Extract<DesiredTreeNode, { kind: 'block' }> & { content: string }

/**
 * What the functions below share while they convert one request. `problems` collects the errors in the contents of
 * blocks.
 */
type Conversion = { handling: ContentHandling; problems: InvalidField[]; yieldOften: YieldToEventLoop }

async function blocksOf(
  nodes: Blocks,
  at: string,
  { handling, problems, yieldOften }: Conversion,
): Promise<DesiredTreeBlock[]> {
  const blocks: DesiredTreeBlock[] = []
  for (const [index, { type, content, ...node }] of nodes.entries()) {
    const path = `${at}.${index}`
    const checked = stringifyContentOrFindProblems(type as BlockType, content, { at: `${path}.content`, handling })
    if ('problems' in checked) {
      problems.push(...checked.problems)
      if (problems.length >= maxReportedInvalidFields) throw makeInvalidRequestError(problems)
    } else {
      const fields = new DesiredBlockFieldsWithContentDigest(type, checked.text)
      blocks.push({ kind: 'block', path, ...identityOf(node), fields, content: checked.text })
    }
    const turn = yieldOften()
    if (turn) await turn
  }
  return blocks
}

async function lessonsOf(nodes: Lessons, at: string, conversion: Conversion): Promise<DesiredTreeNode[]> {
  const lessons: DesiredTreeNode[] = []
  for (const [index, node] of nodes.entries()) {
    const path = `${at}.${index}`
    const children = node.blocks && { children: await blocksOf(node.blocks, `${path}.blocks`, conversion) }
    const fields = pickRecordFields(lessonRecordDefinition, node)
    lessons.push({ kind: 'lesson', path, ...identityOf(node), fields, ...children })
  }
  return lessons
}

/**
 * Converts the modules of a request to tree nodes, and checks the content of each block.
 * @throws ApiError `invalid_request` that lists the problems of the contents
 */
export async function parseDesiredTreeNodes(
  nodes: z.infer<typeof treeModuleInputListSchema>,
  handling: ContentHandling,
): Promise<DesiredTreeNode[] | undefined> {
  if (!nodes) return undefined
  const conversion: Conversion = { handling, problems: [], yieldOften: makeYieldToEventLoop() }
  const desired: DesiredTreeNode[] = []
  for (const [index, node] of nodes.entries()) {
    const path = `modules.${index}`
    const children = node.lessons && { children: await lessonsOf(node.lessons, `${path}.lessons`, conversion) }
    const fields = pickRecordFields(moduleRecordDefinition, node)
    desired.push({ kind: 'module', path, ...identityOf(node), fields, ...children })
  }
  if (conversion.problems.length > 0) throw makeInvalidRequestError(conversion.problems)
  return desired
}
