import { makeLearnerContent } from '../../courses/block/learner.ts'
import type { BlockType } from '../../courses/block/types.ts'
import { addMissingLessonFields } from './missing-fields.ts'
import type { ReleaseLesson } from './outline.ts'

/**
 * The version of the rules by which content becomes the content for learners. Increase it if `makeLearnerContent`
 * returns other content than before. The lessons of older releases are then read by the new rules.
 */
export const learnerFormVersion = 2

/** SQL for whether the learners' text of a lesson in `release_nodes n` was made by the present rules. */
const isCurrentSql = `n.learner_form = ${learnerFormVersion}`

/**
 * SQL for the JSON text of a lesson in `release_nodes n`, and for whether this text is the text for learners. If not, it
 * is the text for authors, and `makeLearnerLessonText` makes the text for learners.
 */
export const learnerBodySql = {
  body: `CASE WHEN ${isCurrentSql} THEN coalesce(n.learner_body, n.body) ELSE n.body END`,
  isForLearners: isCurrentSql,
}

/** Returns a lesson as learners get it: the content of its blocks in the documented shape, without answers. */
export const makeLearnerLesson = (lesson: ReleaseLesson): ReleaseLesson => ({
  ...lesson,
  blocks: lesson.blocks.map((block) => ({
    ...block,
    content: makeLearnerContent(block.type as BlockType, block.content),
  })),
})

/** Returns the JSON text of a lesson for learners, from the JSON text for authors. */
export const convertToLearnerBody = (body: string): string =>
  JSON.stringify(makeLearnerLesson(JSON.parse(body) as ReleaseLesson))

/** Returns the JSON text of a lesson for learners, with every field. `stored` is a row of `learnerBodySql`. */
export const makeLearnerLessonText = ({ body, isForLearners }: { body: string; isForLearners: boolean }): string =>
  addMissingLessonFields(isForLearners ? body : convertToLearnerBody(body))
