// Puts the options of a question in order by buttons and by dragging. Without this script, the learner writes numbers.
import { makeLabel } from './labels.js'

const numberOf = (item) => item.querySelector('input')

/** Writes the order of the options into their fields, which the form sends. */
function writeOrder(list) {
  for (const [index, item] of [...list.children].entries()) numberOf(item).value = index + 1
  numberOf(list.firstElementChild).dispatchEvent(new Event('input', { bubbles: true }))
}

function move(item, isUp, button) {
  const other = isUp ? item.previousElementSibling : item.nextElementSibling
  if (other) other[isUp ? 'before' : 'after'](item)
  writeOrder(item.parentElement)
  button.focus()
}

function makeMoveButton(item, name, sign, isUp) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet move'
  const text = makeLabel(name)
  const label = document.createElement('span')
  label.className = 'visually-hidden'
  label.append(text, ` ${item.querySelector('.item').textContent}`)
  button.append(Object.assign(document.createElement('span'), { textContent: sign, ariaHidden: 'true' }), label)
  button.addEventListener('click', () => move(item, isUp, button))
  return button
}

function makeDraggable(item) {
  item.draggable = true
  item.addEventListener('dragstart', () => item.classList.add('dragged'))
  item.addEventListener('dragend', () => {
    item.classList.remove('dragged')
    writeOrder(item.parentElement)
  })
}

function improve(list) {
  // Kept answers come back in the order of their numbers.
  const items = [...list.children]
  if (items.every((item) => numberOf(item).value !== ''))
    list.append(...items.sort((one, other) => numberOf(one).value - numberOf(other).value))
  list.classList.add('buttons')
  for (const item of items) {
    numberOf(item).hidden = true
    const buttons = document.createElement('span')
    buttons.className = 'moves'
    buttons.append(makeMoveButton(item, 'moveUp', '↑', true), makeMoveButton(item, 'moveDown', '↓', false))
    item.append(buttons)
    makeDraggable(item)
  }
  list.addEventListener('dragover', (event) => {
    const dragged = list.querySelector('.dragged')
    const over = event.target.closest?.('.order > li')
    if (!dragged || !over || over === dragged || over.parentElement !== list) return
    event.preventDefault()
    const { top, height } = over.getBoundingClientRect()
    over[event.clientY < top + height / 2 ? 'before' : 'after'](dragged)
  })
  list.addEventListener('drop', (event) => event.preventDefault())
}

export function improveOrdering(form) {
  for (const list of form.querySelectorAll('.order')) improve(list)
}
