import { mainElementId } from './anchors.ts'
import { html, type SafeHtml } from './html.ts'
import { renderHtmlDocument } from './html-document.ts'
import type { PageLabelLanguage } from './page-language.ts'

/** Renders a page with a message that belongs to no course. */
export const renderMessagePage = (language: PageLabelLanguage, title: string, message: SafeHtml, wayOn?: SafeHtml) =>
  renderHtmlDocument({
    language,
    title,
    robots: 'noindex',
    body: html`<body><main id="${mainElementId}" class="message"><h1>${title}</h1><p>${message}</p>${wayOn && html`<p>${wayOn}</p>`}</main></body>`,
  })
