import { z } from 'zod'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import type { CreateInputOfFields } from '../courses/records/record.ts'
import type { InvalidField } from '../platform/errors.ts'
import { cleanAndCheckGeneratedBlock, type GeneratedBlock } from './block.ts'
import { makeGeneratedFieldRules } from './generated-fields.ts'
import type { ContentGenerationRequest } from './generation-request.ts'
import { findJsonObjectInText } from './json-in-text.ts'
import { maxEntriesPerOutlineList } from './output-schema.ts'

type GeneratedLesson = CreateInputOfFields<typeof lessonRecordDefinition.fields>
type GeneratedModule = CreateInputOfFields<typeof moduleRecordDefinition.fields> & { lessons: GeneratedLesson[] }

/** The valid content of a model's answer: the fields of a lesson, or the fields of a course for an outline. */
export type GeneratedContent = Partial<GeneratedLesson> &
  Partial<CreateInputOfFields<typeof courseRecordDefinition.fields>> & {
    /** The blocks of a generated lesson or quiz, or the only block. Undefined for an outline. */
    blocks?: GeneratedBlock[]
    /** The modules of a generated course outline. Undefined for all other content. */
    modules?: GeneratedModule[]
  }

type AnswerCheckResult = { content?: GeneratedContent; problems: InvalidField[] }

/**
 * Makes a Zod rule for a list, which keeps only the first `max` entries. If the rule refused a longer list, the service
 * would have to call the model a second time.
 */
const cut = <Rule extends z.ZodType>(rule: Rule, max: number) => z.array(rule).transform((all) => all.slice(0, max))

const lessonFields = makeGeneratedFieldRules(lessonRecordDefinition)
const generatedModuleRule = z.object({
  ...makeGeneratedFieldRules(moduleRecordDefinition),
  lessons: cut(z.object(lessonFields), maxEntriesPerOutlineList),
})
const outlineRule = z.object({
  ...makeGeneratedFieldRules(courseRecordDefinition),
  modules: cut(generatedModuleRule, maxEntriesPerOutlineList).refine((all) => all.length > 0, 'must be one or more'),
})

const blockList = z.array(z.unknown()).min(1)
const lessonRule = z.object({ ...lessonFields, blocks: blockList })
const blocksRule = z.object({ blocks: blockList })

const shapeProblems = (error: z.ZodError): InvalidField[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.') || 'the document', message: issue.message }))

function checkBlocks(value: unknown, request: ContentGenerationRequest): AnswerCheckResult {
  const read = (request.type === 'lesson' ? lessonRule : blocksRule).safeParse(value)
  if (!read.success) return { problems: shapeProblems(read.error) }
  const { blocks: written, ...fields } = read.data
  const checked = written
    .slice(0, request.maxBlocks)
    .map((block, index) => cleanAndCheckGeneratedBlock(block, index, request))
  const problems = checked.flatMap((one) => one.problems)
  if (problems.length > 0) return { problems }
  return { content: { ...fields, blocks: checked.flatMap(({ block }) => block ?? []) }, problems }
}

/**
 * Parses and checks an answer of the model, which is untrusted input. Returns the content, or the problems that make
 * the answer unusable.
 */
export function parseModelAnswer(text: string, request: ContentGenerationRequest): AnswerCheckResult {
  const value = findJsonObjectInText(text, request.type === 'outline' ? 'modules' : 'blocks')
  if (value === undefined) return { problems: [{ path: 'the document', message: 'is not JSON' }] }
  if (request.type !== 'outline') return checkBlocks(value, request)
  const read = outlineRule.safeParse(value)
  return read.success ? { content: read.data, problems: [] } : { problems: shapeProblems(read.error) }
}
