import type { AssetAddress } from '../assets/serving/addresses.ts'
import { makeAccentPath } from './asset-endpoints.ts'
import { html, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { readerPageVersion } from './page-version.ts'
import { findAddressOfWidth } from './picture-html.ts'

type Page = {
  language: PageLabelLanguage
  /** The direction of the layout: that of the course, whatever the language of the labels. */
  direction?: 'ltr' | 'rtl'
  title: string
  /** The accent colour of the workspace, as `#rrggbb`. Null for that of the service. */
  accentColor?: string | null
  robots?: 'noindex'
  /** The picture with which other sites show a link to the page. Left out if the service does not know its own address. */
  cover?: AssetAddress | undefined
  body: SafeHtml
}

const linkPreviewPixels = 960

/** Renders what other sites show of a link (The Open Graph protocol). */
function renderLinkPreview(title: string, cover: AssetAddress): SafeHtml | undefined {
  const url = findAddressOfWidth(cover, linkPreviewPixels)
  return /^https?:/.test(url)
    ? html`<meta property="og:title" content="${title}">
<meta property="og:image" content="${url}">
${cover.alt && html`<meta property="og:image:alt" content="${cover.alt}">`}
<meta name="twitter:card" content="summary_large_image">`
    : undefined
}

/**
 * Returns a whole HTML document. Its attribute `lang` is the language of the labels. Elements with text of the course
 * have a `lang` of their own.
 */
export const renderHtmlDocument = ({
  language,
  direction = language.direction,
  title,
  accentColor,
  robots,
  cover,
  body,
}: Page) => html`<!doctype html>
<html${renderLanguageAttributes({ ...language, direction })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${robots && html`<meta name="robots" content="${robots}">`}
<title>${title}</title>
${cover && renderLinkPreview(title, cover)}
<link rel="icon" href="/learn/icon.svg?${readerPageVersion}" type="image/svg+xml">
<link rel="stylesheet" href="/learn/reader.css?${readerPageVersion}">
${accentColor && html`<link rel="stylesheet" href="${makeAccentPath(accentColor)}">`}
<script src="/learn/reader.js?${readerPageVersion}" type="module"></script>
</head>
${body}
</html>
`
