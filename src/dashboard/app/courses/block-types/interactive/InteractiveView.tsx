import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getHttpUrlProperty, getStringProperty } from '../../block-content/content.ts'

/** Shows a web page in a sandboxed frame, with a fallback text. */
export function InteractiveView({ content }: { content: BlockContent }) {
  const url = getHttpUrlProperty(content, 'url')
  const kind = getStringProperty(content, 'kind')
  const fallbackText = getStringProperty(content, 'fallbackText')
  if (!url)
    return fallbackText ? (
      <p className={style.plain} dir="auto">
        {fallbackText}
      </p>
    ) : (
      <ContentPlaceholder>
        {kind === 'exercise' ? 'This exercise has no text yet.' : 'This interactive block has no URL yet.'}
      </ContentPlaceholder>
    )
  return (
    <figure className={style.figure}>
      <iframe
        className={style.frame}
        src={url}
        title={kind ? `Interactive: ${kind}` : 'Interactive'}
        loading="lazy"
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-pointer-lock"
      />
      <figcaption>
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open {kind ? `the ${kind}` : 'it'} in a new tab
        </a>
      </figcaption>
      {fallbackText && (
        <details className={style.details}>
          <summary>If the page does not work here</summary>
          <p className={style.plain} dir="auto">
            {fallbackText}
          </p>
        </details>
      )}
    </figure>
  )
}
