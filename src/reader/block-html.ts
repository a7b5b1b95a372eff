import { getTextProperty } from '../courses/block/definition/markdown.ts'
import { isEmbeddable } from '../courses/block/embeds.ts'
import type { BlockType } from '../courses/block/types.ts'
import type { YieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { JsonObject } from '../operations/json-object.ts'
import type { ReleaseBlock } from '../releases/content/outline.ts'
import { renderCode } from './code-html.ts'
import { renderFilm } from './film-html.ts'
import { html, renderLabelWithLanguage, type SafeHtml } from './html.ts'
import { renderAuthorText } from './markdown.ts'
import type { PageFiles } from './page-files.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { findAddressOfWidth, renderPicture } from './picture-html.ts'
import { type QuizFormOptions, renderQuizForm } from './quiz-html.ts'

/** Blocks of these types show their titles themselves. */
const typesWithTitle: ReadonlySet<string> = new Set(['video', 'quiz'])

const renderTitle = ({ type, content }: ReleaseBlock): SafeHtml | false => {
  const title = getTextProperty(content, 'title')
  return title !== '' && !typesWithTitle.has(type) && html`<p class="block-title" dir="auto">${title}</p>`
}

/** Returns an address of the web, or a path below the service. */
const webAddress = (content: JsonObject, member: string) => {
  const text = getTextProperty(content, member)
  return /^(?:https?:\/\/|\/(?![/\\]))/i.test(text) ? text : undefined
}

const linkSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'course',
  'module',
  'lesson',
  'block',
])

/** Returns where a click on a picture leads: to the web, or to a record of the course. */
function findTarget(content: JsonObject): string | undefined {
  const target = getTextProperty(content, 'link').trim()
  const [, scheme] = /^([^/?#]*?):/.exec(target) ?? []
  return target !== '' && (scheme === undefined || linkSchemes.has(scheme.toLowerCase())) ? target : undefined
}

/** The width in which the picture of a film is loaded, in pixels. */
const posterPixels = 960

/** What a page shows beside texts: the hosts whose pages are in frames, and the files of the course. */
export type ShownInPage = { embedHosts: readonly string[]; files: PageFiles }

const link = (href: string, label: SafeHtml) => html`<a href="${href}" rel="noopener noreferrer">${label}</a>`

function renderImage(content: JsonObject, _language: PageLabelLanguage, { files }: ShownInPage): SafeHtml {
  const asset = files.take(getTextProperty(content, 'assetId'))
  const url = webAddress(content, 'url')
  const isDecorative = content.decorative === true
  const alt = isDecorative ? '' : getTextProperty(content, 'alt')
  const caption = getTextProperty(content, 'caption')
  const image = asset
    ? renderPicture(asset, { alt, isDecorative })
    : url && html`<img src="${url}" alt="${alt}" loading="lazy" decoding="async">`
  if (!image) return html`<p>${alt}</p>`
  const target = findTarget(content)
  return html`<figure>${target ? link(target, image) : image}${caption && html`<figcaption>${caption}</figcaption>`}</figure>`
}

function renderVideo(content: JsonObject, language: PageLabelLanguage, { files }: ShownInPage): SafeHtml {
  const { labels } = language
  const asset = files.take(getTextProperty(content, 'assetId'))
  const url = asset?.url ?? webAddress(content, 'url')
  const posterAsset = files.take(getTextProperty(content, 'posterAssetId'))
  const poster = posterAsset ? findAddressOfWidth(posterAsset, posterPixels) : webAddress(content, 'posterUrl')
  const transcript = getTextProperty(content, 'transcript')
  const film = { title: getTextProperty(content, 'title'), asset, poster, content }
  return html`<figure class="film">${url ? renderFilm({ ...film, url }, files, language) : renderLabelWithLanguage(language, labels.videoWithoutAddress)}</figure>
${transcript && html`<details><summary>${renderLabelWithLanguage(language, labels.transcript)}</summary>${renderAuthorText(transcript, 'markdown', language)}</details>`}`
}

/**
 * The page in the frame runs its scripts in its own origin, where its host keeps what a learner has done. It can neither
 * leave the frame nor reach this page, which has another origin.
 */
const embedSandbox = 'allow-scripts allow-same-origin allow-forms allow-popups'

function renderInteractive(content: JsonObject, language: PageLabelLanguage, { embedHosts }: ShownInPage): SafeHtml {
  const { labels } = language
  const url = webAddress(content, 'url')
  const kind = getTextProperty(content, 'kind')
  const label = kind === '' ? labels.openActivity : labels.open(kind)
  const fallback = getTextProperty(content, 'fallbackText')
  const title = getTextProperty(content, 'title') || labels.openActivity
  const frame =
    url !== undefined &&
    kind === 'embed' &&
    isEmbeddable(url, embedHosts) &&
    html`<iframe src="${url}" title="${title}" sandbox="${embedSandbox}" loading="lazy" referrerpolicy="no-referrer" allow="fullscreen"></iframe>`
  return html`<div class="interactive">${frame}${fallback && renderAuthorText(fallback, 'markdown', language)}${url && html`<p>${link(url, renderLabelWithLanguage(language, label))}</p>`}</div>`
}

type Renderer = (content: JsonObject, language: PageLabelLanguage, shown: ShownInPage) => SafeHtml

const renderers: Readonly<Record<Exclude<BlockType, 'quiz'>, Renderer>> = {
  text: (content, language) => renderAuthorText(getTextProperty(content, 'text'), content.format, language),
  image: renderImage,
  video: renderVideo,
  code: renderCode,
  interactive: renderInteractive,
}

/**
 * Renders a block of any type, with labels in `quizForm.language`. Only a quiz needs the other properties of
 * `quizForm`.
 */
export function renderBlock(
  block: ReleaseBlock,
  quizForm: QuizFormOptions,
  yieldOften: YieldToEventLoop,
  shown: ShownInPage,
): Promise<SafeHtml> | SafeHtml {
  if (block.type === 'quiz') return renderQuizForm(block, quizForm, yieldOften)
  const render = renderers[block.type as keyof typeof renderers]
  return html`${renderTitle(block)}${render(block.content, quizForm.language, shown)}`
}
