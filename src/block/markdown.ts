import type { Json } from '../builder.ts'

// A content's members may all be missing, and those that no schema names may be anything: each is looked at before use.
const textIn = (content: Json, member: string) => (typeof content[member] === 'string' ? content[member] : '')
const listIn = (content: Json, member: string) => (Array.isArray(content[member]) ? (content[member] as Json[]) : [])

const joined = (parts: readonly string[], by = '\n\n') => parts.filter(Boolean).join(by)
const quoted = (text: string) => (text === '' ? '' : text.replace(/^/gm, '> '))
/** Text that is to be read as it stands: Markdown's own signs are escaped, line ends kept. */
const escaped = (text: string) =>
  text
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .replace(/^(\s*)([-+])/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n')

const link = (title: string, url: string) => `[${title}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
const linkIn = (content: Json, title: string) => (textIn(content, 'url') ? link(title, textIn(content, 'url')) : '')

/** Between marks that the code itself does not contain. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replace(/[\s`]/g, '')}\n${code.replace(/\n$/, '')}\n${fence}`
}

export function textMarkdown(content: Json): string {
  const text = textIn(content, 'text')
  return content.format === 'plain' ? escaped(text) : text
}

export const imageMarkdown = (content: Json): string =>
  joined([
    textIn(content, 'url') ? `!${linkIn(content, escaped(textIn(content, 'alt')))}` : escaped(textIn(content, 'alt')),
    escaped(textIn(content, 'caption')),
  ])

export function videoMarkdown(content: Json): string {
  const captions = listIn(content, 'captions').map((track) =>
    link(`Captions ${escaped(textIn(track, 'language'))}`, textIn(track, 'url')),
  )
  return joined([linkIn(content, 'Video'), joined(captions, ' · '), quoted(escaped(textIn(content, 'transcript')))])
}

export const codeMarkdown = (content: Json): string =>
  joined([escaped(textIn(content, 'filename')), fenced(textIn(content, 'code'), textIn(content, 'language'))])

function questionMarkdown(question: Json, index: number): string {
  const { answer } = question
  const right = new Set((Array.isArray(answer) ? answer : [answer]).map(String))
  const options = listIn(question, 'options').map((option) => {
    const feedback = textIn(option, 'feedback')
    return `- [${right.has(String(option.id)) ? 'x' : ' '}] ${textIn(option, 'text')}${feedback && ` (${feedback})`}`
  })
  return joined([
    `**Question ${index + 1}.** ${textIn(question, 'prompt')}`,
    options.join('\n'),
    options.length === 0 && answer !== undefined ? `Answer: ${[...right].join(', ')}` : '',
    textIn(question, 'explanation') && `Explanation: ${textIn(question, 'explanation')}`,
  ])
}

export const quizMarkdown = (content: Json): string => joined(listIn(content, 'questions').map(questionMarkdown))

export const interactiveMarkdown = (content: Json): string =>
  joined([linkIn(content, escaped(textIn(content, 'kind')) || 'Interactive'), textIn(content, 'fallbackText')])
