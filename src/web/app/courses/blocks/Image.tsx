import { useState } from 'react'
import style from './Blocks.module.css'
import { addressIn, type Content, textIn } from './content.ts'
import { Missing } from './Missing.tsx'

/** A picture with what it shows in words, and its line below. */
export function Image({ content }: { content: Content }) {
  const url = addressIn(content, 'url')
  const [failed, setFailed] = useState<string>()
  const alt = content.decorative === true ? '' : textIn(content, 'alt')
  const caption = textIn(content, 'caption')
  if (!url) return <Missing>This picture has no address yet.{alt && ` It will show: ${alt}`}</Missing>
  return (
    <figure className={style.figure}>
      {failed === url ? (
        <Missing>The picture could not be loaded.{alt && ` It shows: ${alt}`}</Missing>
      ) : (
        <img src={url} alt={alt} loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
