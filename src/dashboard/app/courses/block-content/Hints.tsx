import { LazyQuestionMarkdown } from '../markdown/LazyQuestionMarkdown.tsx'
import content from './Content.module.css'

/** Shows hints, each of which a click opens. */
export const Hints = ({ hints }: { hints: readonly string[] }) =>
  hints.map((hint, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: hints are texts, which can be equal.
    <details key={index} className={content.details}>
      <summary>Hint {index + 1}</summary>
      <LazyQuestionMarkdown text={hint} />
    </details>
  ))
