import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import {
  type BlockContent,
  getHttpUrlProperty,
  getObjectListProperty,
  getStringProperty,
} from '../../block-content/content.ts'
import { useAssetAddresses } from '../../files/asset-addresses.tsx'
import { getVideoEmbedUrl } from './embed-url.ts'
import { VideoPlayer } from './VideoPlayer.tsx'

/** Shows a video or a sound with its captions and its transcript. */
export function VideoView({ content }: { content: BlockContent }) {
  const captions = getObjectListProperty(content, 'captions')
  const assetId = getStringProperty(content, 'assetId')
  const posterAssetId = getStringProperty(content, 'posterAssetId')
  const ids = [assetId, posterAssetId, ...captions.map((track) => getStringProperty(track, 'assetId'))]
  const { find, isLoading } = useAssetAddresses(ids.filter(Boolean))
  const asset = find(assetId)
  const url = asset?.url ?? getHttpUrlProperty(content, 'url')
  const transcript = getStringProperty(content, 'transcript')
  const embedUrl = url && getVideoEmbedUrl(url)
  const isSound = (asset?.type ?? getStringProperty(content, 'mediaType')).startsWith('audio/')
  const tracks = captions.map((track) => ({
    language: getStringProperty(track, 'language') || 'en',
    url: find(getStringProperty(track, 'assetId'))?.url ?? getHttpUrlProperty(track, 'url'),
  }))
  return (
    <figure className={style.figure}>
      {!url && (
        <ContentPlaceholder>
          {isLoading
            ? 'Loading the video …'
            : assetId
              ? 'The file of this video does not exist any more.'
              : 'This video has no file yet.'}
        </ContentPlaceholder>
      )}
      {embedUrl && (
        <iframe
          className={style.frame}
          src={embedUrl}
          title="Video"
          loading="lazy"
          allow="fullscreen; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        />
      )}
      {url && !embedUrl && isSound && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript below is the alternative to a sound.
        <audio src={url} controls preload="metadata" />
      )}
      {url && !embedUrl && !isSound && (
        <VideoPlayer
          key={`${url} ${JSON.stringify(tracks)}`}
          url={url}
          posterUrl={find(posterAssetId)?.url ?? getHttpUrlProperty(content, 'posterUrl')}
          tracks={tracks}
        />
      )}
      {transcript && (
        <details className={style.details}>
          <summary>Transcript</summary>
          <p className={style.plain} dir="auto">
            {transcript}
          </p>
        </details>
      )}
    </figure>
  )
}
