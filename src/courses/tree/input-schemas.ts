import { z } from 'zod'
import { makeBoundedListSchema } from '../../operations/bounded-list.ts'
import { newBlockSchema } from '../block/rules.ts'
import { maxSiblings } from '../outline/rules/course-size.ts'
import { keySchema } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'

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
 * The schemas of the fields that only the service sets. A client may send these fields back as it received them. The
 * service ignores them.
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

/** The Zod schema for the modules of a request that writes a course tree, with their lessons and blocks. */
export const treeModuleInputListSchema = nodeList(treeModuleInputSchema)
export const newTreeModuleInputListSchema = nodeList(newTreeModuleInputSchema)
