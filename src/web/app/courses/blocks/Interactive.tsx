import style from './Blocks.module.css'
import { addressIn, type Content, textIn } from './content.ts'
import { Missing } from './Missing.tsx'

/** Something to try: a foreign page in a frame that can reach nothing of ours, and its words for where it cannot run. */
export function Interactive({ content }: { content: Content }) {
  const url = addressIn(content, 'url')
  const kind = textIn(content, 'kind')
  const fallback = textIn(content, 'fallbackText')
  if (!url)
    return fallback ? <p className={style.plain}>{fallback}</p> : <Missing>This activity has no address yet.</Missing>
  return (
    <figure className={style.figure}>
      <iframe
        className={style.frame}
        src={url}
        title={kind ? `Activity: ${kind}` : 'Activity'}
        loading="lazy"
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-pointer-lock"
      />
      <figcaption>
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open {kind ? `the ${kind}` : 'the activity'} in a new tab
        </a>
      </figcaption>
      {fallback && (
        <details className={style.details}>
          <summary>If the activity does not work here</summary>
          <p className={style.plain}>{fallback}</p>
        </details>
      )}
    </figure>
  )
}
