import { isLanguageTag } from '../../platform/language-tag.ts'
import { misplacedTextInList, unpairedTermInList } from '../markup/markup.ts'
import { defineTextCheck, quoteForMessage } from './define.ts'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The codes of registered languages that have no name in `Intl`: `und` (undetermined) and `sgn` (sign languages). */
const languagesWithoutName: ReadonlySet<string> = new Set(['und', 'sgn'])

/** Returns whether a text is the tag (BCP 47) of a language that exists. */
function isLanguage(tag: string): boolean {
  if (!isLanguageTag(tag)) return false
  const [language] = tag.toLowerCase().split('-') as [string]
  // Tags such as `x-test` and `i-klingon` begin with a single letter, which is not the code of a language.
  // `Intl` does not know such letters, so the function accepts these tags.
  return language.length === 1 || languagesWithoutName.has(language) || names.of(language) !== undefined
}

const player = 'Use a video block, which plays films and sound.'
const activity = 'Use an interactive block.'

/** What to use instead of elements that pages leave out. */
const replacements: Readonly<Record<string, string>> = {
  ...{ iframe: activity, embed: activity, object: activity, form: activity, button: activity, script: activity },
  ...{ video: player, audio: player, source: player, track: player },
  svg: 'Use an image block.',
  canvas: activity,
  style: 'The page decides how texts look.',
}

/** Checks for faults in the markup of texts that make screen readers say something wrong, or nothing. */
export const markupChecks = [
  defineTextCheck({
    code: 'heading_empty',
    severity: 'warning',
    wcag: '1.3.1',
    meaning: 'A heading has no text, so that a screen reader announces an empty section.',
    remedy: 'Write the heading, or delete it.',
    *findInText({ markup }) {
      for (const { depth, text } of markup.headings)
        if (text === '') yield { message: `A heading of level ${depth} has no text. Write it, or delete it.` }
    },
  }),
  defineTextCheck({
    code: 'header_cell_empty',
    severity: 'info',
    wcag: '1.3.1',
    meaning: 'A header cell of a table has no text, so that a screen reader cannot say what its column or row means.',
    remedy: 'Write the name of the column or row.',
    *findInText({ markup: { emptyHeaderCells: count } }) {
      if (count > 0)
        yield { message: `${count} header ${count === 1 ? 'cell has' : 'cells have'} no text. Name the column or row.` }
    },
  }),
  defineTextCheck({
    code: 'list_malformed',
    severity: 'warning',
    wcag: '1.3.1',
    meaning:
      'An HTML list contains something other than items, or an item is outside a list, so that a screen reader counts the items wrongly. Or a `<dl>` has a `<dt>` without a `<dd>`, or a `<dd>` without a `<dt>`.',
    remedy:
      'Put each `<li>` directly into a `<ul>` or `<ol>`, and each `<dt>` and `<dd>` into a `<dl>`, each `<dt>` before its `<dd>`.',
    *findInText({ markup }) {
      const names = new Set(markup.misplacedInLists)
      if (names.delete(unpairedTermInList))
        yield {
          message:
            'A <dl> has a <dt> without a <dd> after it, or a <dd> without a <dt> before it. Write both, in this order.',
        }
      // A misplaced text is usually inside a misplaced element. The finding of the element is enough.
      if (names.size > 1) names.delete(misplacedTextInList)
      for (const name of names)
        yield {
          message: `${name === misplacedTextInList ? 'A text' : `The element <${quoteForMessage(name).slice(1, -1)}>`} is misplaced. A list contains only its items, and items are only in lists.`,
        }
    },
  }),
  defineTextCheck({
    code: 'summary_empty',
    severity: 'warning',
    wcag: '4.1.2',
    meaning:
      'A `<summary>` element has no text, so that a screen reader does not say what the `<details>` element contains.',
    remedy: 'Write into `<summary>` what the `<details>` element contains.',
    *findInText({ markup }) {
      if (markup.emptySummaries > 0) yield { message: 'A <summary> has no text. Write what opens.' }
    },
  }),
  defineTextCheck({
    code: 'text_language_unknown',
    severity: 'warning',
    wcag: '3.1.2',
    meaning:
      'The attribute `lang` of a part of a text names no language, so that a screen reader pronounces the part wrongly.',
    remedy: 'Set `lang` to a BCP 47 tag such as `fr`.',
    *findInText({ markup }) {
      for (const tag of new Set(markup.languages))
        if (!isLanguage(tag))
          yield { message: `The attribute lang=${quoteForMessage(tag)} names no language. Set it to a tag such as fr.` }
    },
  }),
  defineTextCheck({
    code: 'alt_repeats_link',
    severity: 'info',
    wcag: '1.1.1',
    meaning: 'The text of a link repeats the alternative text of the image in it. A screen reader says both.',
    remedy: 'Leave the alternative text empty, because the text of the link already says the same.',
    *findInText({ markup }) {
      for (const text of markup.repeatedAlts)
        yield {
          message: `The image in the link ${quoteForMessage(text)} has the same alternative text. Leave that empty.`,
        }
    },
  }),
  defineTextCheck({
    code: 'formula_unreadable',
    severity: 'error',
    meaning: 'A formula cannot be read, so that learners see it as it is written.',
    remedy: 'Correct the formula: LaTeX, as KaTeX supports it. Write `\\$` for a dollar sign that begins no formula.',
    *findInText({ markup }) {
      for (const formula of new Set(markup.unreadableFormulas))
        yield { message: `The formula ${quoteForMessage(formula)} cannot be read. Correct its LaTeX.` }
    },
  }),
  defineTextCheck({
    code: 'markup_lost',
    severity: 'warning',
    meaning: 'A text has HTML that pages leave out, such as a frame, a form or a script. What is in the element stays.',
    remedy: 'Use a block of the type `video` or `interactive` for what plays or runs, and Markdown for the rest.',
    *findInText({ markup }) {
      for (const name of new Set(markup.lostElements))
        yield {
          message: `Pages leave out the element <${quoteForMessage(name).slice(1, -1)}>. ${replacements[name] ?? 'Write the text without it.'}`,
        }
    },
  }),
  defineTextCheck({
    code: 'callout_unknown',
    severity: 'warning',
    meaning: 'A callout has a kind that does not exist, so that learners see a quote with the mark in it.',
    remedy: 'Write `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`.',
    *findInText({ markup }) {
      for (const word of new Set(markup.unknownCallouts))
        yield {
          message: `There is no callout ${quoteForMessage(word)}. Write [!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION].`,
        }
    },
  }),
]
