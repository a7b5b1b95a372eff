import { html, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'

const names = [
  'lessonRead',
  'continueCourse',
  'allLessonsRead',
  'resetProgress',
  'resetQuestion',
  'cancel',
  'passedMark',
  'checking',
  'offline',
  'notChecked',
  'tryAgain',
  'copy',
  'copied',
  'moveUp',
  'moveDown',
  'nothingFound',
] as const

/** Renders the labels that only the page's scripts show. They look up a label by its name and copy it, with its language. */
export function renderScriptLabels(language: PageLabelLanguage): SafeHtml {
  const attributes = renderLanguageAttributes(language)
  const { labels } = language
  const render = (name: string, text: string) => html`<span data-label="${name}"${attributes}>${text}</span>`
  return html`<template class="labels">${names.map((name) => render(name, labels[name]))}${render('bestScore', labels.bestScore('{points}', '{total}'))}</template>`
}
