import { type PastedTitle, readPastedTitles } from './pasted-titles.ts'

const isList = (html: string) => /<li[\s>]|mso-list/i.test(html)

/** Reads a list from HTML, whose reader is loaded now. Without it, the text of the list has to do. */
async function readHtmlOr(titles: PastedTitle[], html: string): Promise<PastedTitle[]> {
  try {
    const { readHtmlTitles } = await import('./read-html-titles.ts')
    const found = readHtmlTitles(html)
    return found.length > 1 ? found : titles
  } catch {
    return titles
  }
}

/** Finds a list of several titles on the clipboard, and returns a function that reads it. */
export function findPastedList(clipboard: Pick<DataTransfer, 'getData'>): (() => Promise<PastedTitle[]>) | undefined {
  const html = clipboard.getData('text/html')
  const titles = readPastedTitles(clipboard.getData('text/plain'))
  if (titles.length < 2) return undefined
  return () => (isList(html) ? readHtmlOr(titles, html) : Promise.resolve(titles))
}
