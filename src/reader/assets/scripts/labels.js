const template = document.querySelector('template.labels')

/** Returns an element with a label in the language of the page. `values` replace names such as `{done}` in the label. */
export function makeLabel(name, values = {}) {
  const label = template.content.querySelector(`[data-label="${name}"]`).cloneNode(true)
  label.removeAttribute('data-label')
  label.textContent = fillIn(label.textContent, values)
  return label
}

/** Replaces the names in braces, such as `{done}`, by values. */
export const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)

/** Makes a button with a label. */
export function makeButton(name, className, onClick) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.append(makeLabel(name))
  button.addEventListener('click', onClick)
  return button
}
