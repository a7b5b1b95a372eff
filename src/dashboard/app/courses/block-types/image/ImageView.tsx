import { useState } from 'react'
import style from '../../block-content/Content.module.css'
import { type BlockContent, getHttpUrlMember, getStringMember } from '../../block-content/content.ts'
import { ContentPlaceholder } from '../../block-content/Placeholder.tsx'

/** Shows an image with its alternative text and its caption. */
export function ImageView({ content }: { content: BlockContent }) {
  const url = getHttpUrlMember(content, 'url')
  const [failedUrl, setFailedUrl] = useState<string>()
  const alt = content.decorative === true ? '' : getStringMember(content, 'alt')
  const caption = getStringMember(content, 'caption')
  if (!url)
    return <ContentPlaceholder>This image has no URL yet.{alt && ` Alternative text: ${alt}`}</ContentPlaceholder>
  return (
    <figure className={style.figure}>
      {failedUrl === url ? (
        <ContentPlaceholder>The image could not be loaded.{alt && ` Alternative text: ${alt}`}</ContentPlaceholder>
      ) : (
        <img src={url} alt={alt} loading="lazy" referrerPolicy="no-referrer" onError={() => setFailedUrl(url)} />
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
