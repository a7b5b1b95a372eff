import type { AssetAddress } from '../assets/serving/addresses.ts'
import { getObjectListProperty, getTextProperty } from '../courses/block/definition/markdown.ts'
import { findFilmPlayer } from '../courses/block/film-hosts.ts'
import type { JsonObject } from '../operations/json-object.ts'
import { renderFileCard } from './file-card-html.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { PageFiles } from './page-files.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { renderPlayer, renderPlayerOfFile } from './player-html.ts'

const filmFile = /\.(?:mp4|m4v|mov|webm|ogv)$/i
const soundFile = /\.(?:mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i

/** Returns the HTML element that plays a file, or undefined if the address is not that of a film or of sound. */
function findPlayerElement(address: string, mediaType: string): 'video' | 'audio' | undefined {
  if (mediaType.startsWith('audio/')) return 'audio'
  if (mediaType.startsWith('video/')) return 'video'
  const pathname = URL.parse(address)?.pathname ?? ''
  if (filmFile.test(pathname)) return 'video'
  return soundFile.test(pathname) ? 'audio' : undefined
}

/** A film or sound: its address or its file, what it is called, and the picture before it starts. */
export type Film = {
  url: string
  asset?: AssetAddress | undefined
  title: string
  poster?: string | undefined
  content: JsonObject
}

/** Returns the name of a language in this language, such as `Deutsch` for `de`. */
function nameLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function renderCaptions(content: JsonObject, files: PageFiles): SafeHtml[] {
  return getObjectListProperty(content, 'captions').flatMap((captions, index) => {
    const [url, language] = [getTextProperty(captions, 'url'), getTextProperty(captions, 'language')]
    const address =
      files.take(getTextProperty(captions, 'assetId'))?.url ?? (/^https?:\/\//i.test(url) ? url : undefined)
    if (address === undefined) return []
    return [
      html`<track kind="captions" src="${address}"${language && html` srclang="${language}"`} label="${nameLanguage(language) || String(index + 1)}"${index === 0 && html` default`}>`,
    ]
  })
}

/**
 * Renders a film or sound. A file plays in the page. A film of a site such as YouTube is a link with a picture; a script
 * replaces it by the player of the site after a click, so that the site learns nothing of the learner before. Any other
 * address is a link.
 */
export function renderFilm(film: Film, files: PageFiles, language: PageLabelLanguage): SafeHtml {
  const { labels } = language
  const { url, asset, title, poster, content } = film
  const captions = renderCaptions(content, files)
  if (asset) return renderPlayerOfFile(asset, { title, poster, captions }) ?? renderFileCard(asset, title, language)
  const element = findPlayerElement(url, getTextProperty(content, 'mediaType'))
  if (element) return renderPlayer({ element, url, title, poster, captions })
  const found = findFilmPlayer(url)
  if (!found)
    return html`<p><a href="${url}" rel="noopener noreferrer">${renderLabelWithLanguage(language, labels.watchVideo)}</a></p>`
  const { host, player } = found
  const name = title || labels.playVideo
  return html`<a class="poster" href="${url}" rel="noopener noreferrer" data-player="${player}" data-title="${title || `${host}: ${labels.watchVideo}`}">${poster && html`<img src="${poster}" alt="" loading="lazy" decoding="async">`}<span class="play" aria-hidden="true"></span><span class="film-name"${!title && renderLanguageAttributes(language)}>${name}</span><small${renderLanguageAttributes(language)}>${labels.loadsFrom(host)}</small></a>`
}
