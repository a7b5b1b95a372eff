import { useState } from 'react'
import style from '../../block-content/Content.module.css'
import { type BlockContent, getHttpUrlProperty, getStringProperty } from '../../block-content/content.ts'
import { MissingContentMessage } from '../../block-content/MissingContentMessage.tsx'

/** Shows an image with its alternative text and its caption. */
export function ImageView({ content }: { content: BlockContent }) {
  const url = getHttpUrlProperty(content, 'url')
  const [failedUrl, setFailedUrl] = useState<string>()
  const alt = content.decorative === true ? '' : getStringProperty(content, 'alt')
  const caption = getStringProperty(content, 'caption')
  if (!url)
    return <MissingContentMessage>This image has no URL yet.{alt && ` Alternative text: ${alt}`}</MissingContentMessage>
  return (
    <figure className={style.figure}>
      {failedUrl === url ? (
        <MissingContentMessage>
          The image could not be loaded.{alt && ` Alternative text: ${alt}`}
        </MissingContentMessage>
      ) : (
        <img src={url} alt={alt} loading="lazy" referrerPolicy="no-referrer" onError={() => setFailedUrl(url)} />
      )}
      {caption && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  )
}
