import { z } from 'zod'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import type { CreateRecordInput } from '../courses/records/record.ts'
import type { InvalidField } from '../platform/errors.ts'
import { cleanAndCheckDraftBlock, type DraftBlock } from './block.ts'
import { makeDraftFieldRules } from './draft-fields.ts'
import { maxOutlineListItems } from './output-schema.ts'
import type { GenerationRequest } from './request.ts'

type LessonDraft = CreateRecordInput<typeof lessonRecordDefinition.fields>
type DraftModule = CreateRecordInput<typeof moduleRecordDefinition.fields> & { lessons: LessonDraft[] }

/**
 * A draft from the model after all checks. The draft of a lesson has lesson fields and `blocks`. The draft of a quiz or
 * block has `blocks`. The draft of an outline has course fields and `modules`.
 */
export type GeneratedDraft = Partial<LessonDraft> &
  Partial<CreateRecordInput<typeof courseRecordDefinition.fields>> & { blocks?: DraftBlock[]; modules?: DraftModule[] }

type DraftCheckResult = { draft?: GeneratedDraft; problems: InvalidField[] }

/** Makes a Zod rule that shortens a list with too many entries, because asking the model again would cost too much. */
const cut = <Rule extends z.ZodType>(rule: Rule, max: number) => z.array(rule).transform((all) => all.slice(0, max))

const lessonFields = makeDraftFieldRules(lessonRecordDefinition)
const moduleDraft = z.object({
  ...makeDraftFieldRules(moduleRecordDefinition),
  lessons: cut(z.object(lessonFields), maxOutlineListItems),
})
const outlineDraft = z.object({
  ...makeDraftFieldRules(courseRecordDefinition),
  modules: cut(moduleDraft, maxOutlineListItems).refine((all) => all.length > 0, 'must be one or more'),
})

const blockList = z.array(z.unknown()).min(1)
const lessonDraft = z.object({ ...lessonFields, blocks: blockList })
const blocksDraft = z.object({ blocks: blockList })

const shapeProblems = (error: z.ZodError): InvalidField[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.') || 'the document', message: issue.message }))

function checkBlocks(value: unknown, request: GenerationRequest): DraftCheckResult {
  const read = (request.type === 'lesson' ? lessonDraft : blocksDraft).safeParse(value)
  if (!read.success) return { problems: shapeProblems(read.error) }
  const { blocks: written, ...fields } = read.data
  const checked = written
    .slice(0, request.maxBlocks)
    .map((block, index) => cleanAndCheckDraftBlock(block, index, request))
  const problems = checked.flatMap((one) => one.problems)
  if (problems.length > 0) return { problems }
  return { draft: { ...fields, blocks: checked.flatMap(({ block }) => block ?? []) }, problems }
}

/**
 * Finds and parses the JSON in an answer. Some models put the JSON into a code fence or between sentences. Returns
 * undefined if the answer has no valid JSON.
 */
function jsonIn(text: string): unknown {
  for (const candidate of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // If the whole answer is not valid JSON, the loop tries the text from the first to the last brace.
    }
  }
  return undefined
}

/** Parses and checks an answer of the model. The answer is untrusted input. */
export function parseModelAnswer(text: string, request: GenerationRequest): DraftCheckResult {
  const value = jsonIn(text)
  if (value === undefined) return { problems: [{ path: 'the document', message: 'is not JSON' }] }
  if (request.type !== 'outline') return checkBlocks(value, request)
  const read = outlineDraft.safeParse(value)
  return read.success ? { draft: read.data, problems: [] } : { problems: shapeProblems(read.error) }
}
