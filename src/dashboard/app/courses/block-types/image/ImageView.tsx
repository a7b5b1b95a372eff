import { useState } from 'react'
import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getHttpUrlProperty, getStringProperty } from '../../block-content/content.ts'

/** Shows an image with its alternative text and its caption. */
export function ImageView({ content }: { content: BlockContent }) {
  const url = getHttpUrlProperty(content, 'url')
  const [failedUrl, setFailedUrl] = useState<string>()
  const alt = content.decorative === true ? '' : getStringProperty(content, 'alt')
  const caption = getStringProperty(content, 'caption')
  if (!url)
    return <ContentPlaceholder>This image has no URL yet.{alt && ` Alternative text: ${alt}`}</ContentPlaceholder>
  return (
    <figure className={style.figure}>
      {failedUrl === url ? (
        <ContentPlaceholder>The image could not be loaded.{alt && ` Alternative text: ${alt}`}</ContentPlaceholder>
      ) : (
        <img src={url} alt={alt} loading="lazy" referrerPolicy="no-referrer" onError={() => setFailedUrl(url)} />
      )}
      {caption && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  )
}
