import { makeButton, makeLabel } from './labels.js'

const shownMs = 2_000

function addCopyButton(code) {
  const frame = document.createElement('div')
  frame.className = 'code-frame'
  code.replaceWith(frame)
  const button = makeButton('copy', 'copy', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent)
    } catch {
      getSelection().selectAllChildren(code)
      return
    }
    button.replaceChildren(makeLabel('copied'))
    setTimeout(() => button.replaceChildren(makeLabel('copy')), shownMs)
  })
  button.setAttribute('aria-live', 'polite')
  frame.append(code, button)
}

for (const code of document.querySelectorAll('main pre:has(> code)')) addCopyButton(code)
