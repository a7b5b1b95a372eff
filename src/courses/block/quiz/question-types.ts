import { multipleChoice, singleChoice, trueFalse } from './question-types/choices.ts'
import { cloze } from './question-types/cloze.ts'
import type { QuestionTypeDefinition } from './question-types/definition.ts'
import { matching } from './question-types/matching.ts'
import { numeric } from './question-types/numeric.ts'
import { ordering } from './question-types/ordering.ts'
import type { QuestionType } from './question-types/question-type-names.ts'
import { essay, shortText } from './question-types/texts.ts'

/** The types of question. To add one, write a file in `question-types` list it here, and name it in `question-type-names.ts`. */
export const questionTypeDefinitionByName: Readonly<Record<QuestionType, QuestionTypeDefinition>> = {
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  true_false: trueFalse,
  short_text: shortText,
  numeric,
  ordering,
  matching,
  cloze,
  essay,
}
