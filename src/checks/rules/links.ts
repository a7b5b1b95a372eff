import { normalizeText } from '../../platform/normalize-text.ts'
import type { LessonCheck } from '../model/check.ts'
import { defineTextCheck, quoteForMessage } from './define.ts'

/** Link texts that say nothing about where the link leads, in several languages. */
const emptyWords = new Set(
  [
    ...['here', 'click', 'click here', 'this', 'this link', 'this page', 'link', 'more', 'read more', 'learn more'],
    ...['see more', 'more info', 'more information', 'details', 'go', 'continue', 'page', 'website', 'source'],
    ...['hier', 'hier klicken', 'klicken sie hier', 'mehr', 'mehr erfahren', 'weiterlesen', 'weiter', 'dieser link'],
    ...['ici', 'cliquez ici', 'en savoir plus', 'lire la suite', 'plus', 'aquí', 'haga clic aquí', 'más', 'leer más'],
    ...['qui', 'clicca qui', 'aqui', 'clique aqui', 'saiba mais', 'こちら', 'ここ', 'ここをクリック', '詳細', 'リンク'],
    ...['这里', '点击这里', '此处', '更多', '链接'],
  ].map((words) => words.normalize('NFC')),
)

const trimmed = (text: string) =>
  normalizeText(text, 'NFC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[^\p{L}\p{N}]{1,20}$/u, '')

/** Returns whether a text is an address, such as https://example.com/page or www.example.com. */
const isAddress = (text: string) => /^(?:https?:\/\/|www\.)\S+$/i.test(text)

const bareAddress = /(?:https?:\/\/|\bwww\.)[^\s<>"'`]{3,2000}/gi
/** Removes the punctuation at the end of an address. It belongs to the sentence that contains the address. */
const withoutEnd = (address: string) => address.replace(/[.,;:!?)\]]{1,10}$/, '')

export const linkChecks: readonly LessonCheck[] = [
  defineTextCheck({
    code: 'link_text_unclear',
    severity: 'warning',
    wcag: '2.4.4',
    meaning: 'A link has no text, or a text such as "here" that does not say where it leads.',
    remedy: 'Name what the link leads to.',
    *findInText({ markup }) {
      for (const { url, text, hasImage } of markup.links) {
        if (text === '' && !hasImage)
          yield { message: `The link to ${quoteForMessage(url)} has no text. Name what it leads to.` }
        else if (text !== '' && emptyWords.has(trimmed(text)))
          yield {
            message: `The link text ${quoteForMessage(text)} does not say where ${quoteForMessage(url)} leads. Name what it leads to.`,
          }
      }
    },
  }),
  defineTextCheck({
    code: 'bare_address',
    severity: 'warning',
    wcag: '2.4.4',
    meaning:
      'A text shows an address such as https://example.com/a/b instead of a name. A screen reader spells the address.',
    remedy: 'Write a link with a name, such as `[The guide](https://example.com/a/b)`.',
    *findInText({ markup }) {
      const seen = new Set<string>()
      for (const { text } of markup.links) if (isAddress(text)) seen.add(withoutEnd(text))
      for (const paragraph of markup.paragraphs)
        for (const [address] of paragraph.matchAll(bareAddress)) seen.add(withoutEnd(address))
      for (const address of seen)
        yield { message: `The text shows the address ${quoteForMessage(address)}. Name what it leads to.` }
    },
  }),
  defineTextCheck({
    code: 'table_without_header',
    severity: 'warning',
    wcag: '1.3.1',
    meaning: 'A table has no header cells, so that a screen reader cannot say what a cell means.',
    remedy: 'Write the names of the columns into the first row; in HTML, use `<th>`.',
    *findInText({ markup }) {
      for (const { rows, hasHeader } of markup.tables)
        if (rows >= 2 && !hasHeader) yield { message: `A table of ${rows} rows has no header cells. Name its columns.` }
    },
  }),
]
