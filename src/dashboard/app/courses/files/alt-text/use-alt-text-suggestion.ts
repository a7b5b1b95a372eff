import { runGraphqlOperation } from '../../../api/request.ts'
import { SuggestAltTextDocument } from '../../../generated/later-operations.ts'
import { useSuggestion } from '../../use-suggestion.ts'

type Question = { id: string; language: string | undefined }

/** Asks the language model for the alternative text of a picture. */
export const useAltTextSuggestion = () =>
  useSuggestion(
    async (question: Question, signal) =>
      (await runGraphqlOperation(SuggestAltTextDocument, question, signal)).suggestAltText.alt,
  )
