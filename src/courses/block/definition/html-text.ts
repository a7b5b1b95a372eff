import { Parser } from 'htmlparser2'

const hidden = new Set(['script', 'style', 'template', 'noscript', 'title'])
const inline = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))

/** Returns the text of HTML, without tags, scripts and styles. Elements such as paragraphs become lines. */
export function convertHtmlToText(html: string): string {
  const parts: string[] = []
  let hiddenDepth = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (hidden.has(name)) hiddenDepth++
      else if (!inline.has(name)) parts.push('\n')
    },
    onclosetag: (name) => {
      if (hidden.has(name)) hiddenDepth--
      else if (!inline.has(name)) parts.push('\n')
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text.replace(/\s+/g, ' '))
    },
  })
  parser.end(html)
  const lines = parts.join('').split('\n')
  return lines.flatMap((line) => line.trim() || []).join('\n\n')
}
