import type { Check } from '../model/check.ts'

/**
 * The definition of the finding `word_unknown`. `runChecks` checks the spelling only if the option `spelling` is set.
 */
export const spellingCheckDefinition = {
  code: 'word_unknown',
  severity: 'info',
  types: ['course', 'module', 'lesson', 'block'],
  meaning:
    'A word is in no English dictionary: American, Australian, British or Canadian. Only a request with `spelling` checks words, and only in a course whose language is English. Words with a capital, words of fewer than four letters, and words that occur in the code of the course are not checked.',
  remedy: 'Correct the word, or dismiss the finding. `suggestions` has words with a similar spelling.',
} as const satisfies Check
