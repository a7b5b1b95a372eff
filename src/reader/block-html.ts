import { getTextProperty } from '../courses/block/definition/markdown.ts'
import type { BlockType } from '../courses/block/types.ts'
import type { YieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { JsonObject } from '../operations/json-object.ts'
import type { ReleaseBlock } from '../releases/content/outline.ts'
import { html, renderLabelWithLanguage, type SafeHtml } from './html.ts'
import { renderAuthorText } from './markdown.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { type QuizFormOptions, renderQuizForm } from './quiz-html.ts'

const webAddress = (content: JsonObject, member: string) => {
  const text = getTextProperty(content, member)
  return /^https?:\/\//i.test(text) ? text : undefined
}

const link = (href: string, label: SafeHtml) => html`<a href="${href}" rel="noopener noreferrer">${label}</a>`

function renderImage(content: JsonObject): SafeHtml {
  const url = webAddress(content, 'url')
  const alt = content.decorative === true ? '' : getTextProperty(content, 'alt')
  const caption = getTextProperty(content, 'caption')
  if (url === undefined) return html`<p>${alt}</p>`
  return html`<figure><img src="${url}" alt="${alt}" loading="lazy" decoding="async">${caption && html`<figcaption>${caption}</figcaption>`}</figure>`
}

/** Renders a video as a link instead of a player, because the Content-Security-Policy of the pages allows no videos. */
function renderVideo(content: JsonObject, language: PageLabelLanguage): SafeHtml {
  const { labels } = language
  const [url, poster] = [webAddress(content, 'url'), webAddress(content, 'posterUrl')]
  const transcript = getTextProperty(content, 'transcript')
  return html`<figure class="video">${poster && html`<img src="${poster}" alt="" loading="lazy" decoding="async">`}
<figcaption>${url ? link(url, renderLabelWithLanguage(language, labels.watchVideo)) : renderLabelWithLanguage(language, labels.videoWithoutAddress)}</figcaption></figure>
${transcript && html`<details><summary>${renderLabelWithLanguage(language, labels.transcript)}</summary>${renderAuthorText(transcript, 'markdown', language)}</details>`}`
}

function renderCode(content: JsonObject): SafeHtml {
  const filename = getTextProperty(content, 'filename')
  return html`<figure class="code">${filename && html`<figcaption>${filename}</figcaption>`}<pre tabindex="0"><code>${getTextProperty(content, 'code')}</code></pre></figure>`
}

function renderInteractive(content: JsonObject, language: PageLabelLanguage): SafeHtml {
  const { labels } = language
  const url = webAddress(content, 'url')
  const kind = getTextProperty(content, 'kind')
  const label = kind === '' ? labels.openActivity : labels.open(kind)
  const fallback = getTextProperty(content, 'fallbackText')
  return html`<div class="interactive">${fallback && renderAuthorText(fallback, 'markdown', language)}${url && html`<p>${link(url, renderLabelWithLanguage(language, label))}</p>`}</div>`
}

type Renderer = (content: JsonObject, language: PageLabelLanguage) => SafeHtml

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
): Promise<SafeHtml> | SafeHtml {
  if (block.type === 'quiz') return renderQuizForm(block, quizForm, yieldOften)
  return renderers[block.type as keyof typeof renderers](block.content, quizForm.language)
}
