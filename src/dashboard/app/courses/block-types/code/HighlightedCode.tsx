import { highlightCode, markLines } from '../../../../../markup/tree/highlight.ts'
import { toReact } from '../../markdown/to-react.ts'

type HighlightedCodeProps = { code: string; language: string; marked?: readonly number[] }

/** Shows source code, with colours if its language is known, and a band behind each line of `marked` (from 1). */
export const HighlightedCode = ({ code, language, marked = [] }: HighlightedCodeProps) => (
  <code>{toReact({ type: 'root', children: markLines(highlightCode(code, language), new Set(marked)) })}</code>
)
