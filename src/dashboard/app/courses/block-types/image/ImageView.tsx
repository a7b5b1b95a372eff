import { type ReactNode, useState } from 'react'
import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getHttpUrlProperty, getStringProperty } from '../../block-content/content.ts'
import { refreshExpiredAddress, useAssetAddress } from '../../files/asset-addresses.tsx'

function OptionalLink({ url, label, children }: { url: string | undefined; label: string; children: ReactNode }) {
  if (!url) return children
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" aria-label={label ? undefined : url}>
      {children}
    </a>
  )
}

/** Shows an image with its alternative text and its caption. */
export function ImageView({ content }: { content: BlockContent }) {
  const assetId = getStringProperty(content, 'assetId')
  const { asset, isLoading } = useAssetAddress(assetId)
  const url = asset?.url ?? getHttpUrlProperty(content, 'url')
  const [failedUrl, setFailedUrl] = useState<string>()
  const alt = content.decorative === true ? '' : getStringProperty(content, 'alt') || (asset?.alt ?? '')
  const caption = getStringProperty(content, 'caption')
  const description = alt && ` Alternative text: ${alt}`
  if (!url && isLoading) return <ContentPlaceholder>Loading the image …</ContentPlaceholder>
  if (!url)
    return (
      <ContentPlaceholder>
        {assetId ? 'The file of this image does not exist any more.' : 'This image has no picture yet.'}
        {description}
      </ContentPlaceholder>
    )
  return (
    <figure className={style.figure}>
      {failedUrl === url ? (
        <ContentPlaceholder>The image could not be loaded.{description}</ContentPlaceholder>
      ) : (
        <OptionalLink url={getHttpUrlProperty(content, 'link')} label={alt}>
          <img
            src={url}
            alt={alt}
            width={asset?.width ?? undefined}
            height={asset?.height ?? undefined}
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => {
              if (!refreshExpiredAddress(asset)) setFailedUrl(url)
            }}
          />
        </OptionalLink>
      )}
      {caption && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  )
}
