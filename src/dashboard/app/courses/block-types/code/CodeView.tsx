import contentStyle from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import { Hints } from '../../block-content/Hints.tsx'
import style from './Code.module.css'
import { CodeFigure } from './CodeFigure.tsx'

function CodeTest({ test, number }: { test: BlockContent; number: number }) {
  const parts = [
    ['Input', getStringProperty(test, 'input')],
    ['Expected output', getStringProperty(test, 'expected')],
  ] as const
  return (
    <li>
      <p dir="auto">
        {getStringProperty(test, 'name') || `${number}.`}
        {test.hidden === true && <small>Hidden from learners</small>}
      </p>
      <dl>
        {parts.map(
          ([label, text]) =>
            text !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <pre>{text}</pre>
                </dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

/** Shows source code and, of an exercise, what learners begin with, its hints, its tests and its solution. */
export function CodeView({ content }: { content: BlockContent }) {
  const [code, starter, solution] = ['code', 'starter', 'solution'].map((name) => getStringProperty(content, name))
  const language = getStringProperty(content, 'language').toLowerCase()
  const marked = Array.isArray(content.highlight) ? content.highlight.map(Number) : []
  const tests = getObjectListProperty(content, 'tests')
  const hints = Array.isArray(content.hints) ? content.hints.map(String) : []
  if (`${code}${starter}${solution}`.trim() === '' && tests.length === 0)
    return <ContentPlaceholder>This code is still empty.</ContentPlaceholder>
  return (
    <div className={style.parts}>
      {code && (
        <CodeFigure
          name={getStringProperty(content, 'filename') || language || 'Code'}
          code={code}
          language={language}
          marked={marked}
        />
      )}
      {starter && <CodeFigure name="Start with" code={starter} language={language} />}
      <Hints hints={hints} />
      {tests.length > 0 && (
        <details className={contentStyle.details}>
          <summary>Tests</summary>
          <ol className={style.tests}>
            {tests.map((test, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a test has no id, and its view has no state.
              <CodeTest key={index} test={test} number={index + 1} />
            ))}
          </ol>
        </details>
      )}
      {solution && (
        <details className={contentStyle.details}>
          <summary>Solution, which learners do not get</summary>
          <CodeFigure name="Solution" code={solution} language={language} />
        </details>
      )}
    </div>
  )
}
