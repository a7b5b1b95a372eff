import { ListChecks } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import { LazyQuizView } from './LazyQuizView.tsx'
import { makeEmptyQuestion } from './new-question.ts'
import { QuizForm } from './QuizForm.tsx'

export const quizBlockTypeDefinition: BlockTypeDefinition = {
  icon: ListChecks,
  View: LazyQuizView,
  Form: QuizForm,
  initialContent: { questions: [makeEmptyQuestion([])] },
  summarize: (content) => getStringProperty(getObjectListProperty(content, 'questions')[0] ?? {}, 'prompt'),
}
