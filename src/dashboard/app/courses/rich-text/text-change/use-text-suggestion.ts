import { runGraphqlOperation } from '../../../api/request.ts'
import { SuggestTextDocument, type SuggestTextInput } from '../../../generated/later-operations.ts'
import { useSuggestion } from '../../use-suggestion.ts'

/** Asks the language model to change a text. */
export const useTextSuggestion = () =>
  useSuggestion(
    async (input: SuggestTextInput, signal) =>
      (await runGraphqlOperation(SuggestTextDocument, { input }, signal)).suggestText.text,
  )
