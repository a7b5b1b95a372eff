import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { tickTask } from './list-commands.ts'

/** Returns the address that shows a picture; undefined if it is not known. */
export type FindAddress = (url: string) => string | undefined

/** A picture. `show` looks for its address again. */
class PictureView implements NodeView {
  readonly dom = document.createElement('img')
  #node: Node
  readonly #findAddress: FindAddress
  readonly #views: Set<PictureView>

  constructor(node: Node, findAddress: FindAddress, views: Set<PictureView>) {
    this.#node = node
    this.#findAddress = findAddress
    this.#views = views
    views.add(this)
    this.show()
  }

  show(): void {
    const { url, alt, title } = this.#node.attrs
    const address = this.#findAddress(url)
    if (address === undefined) this.dom.removeAttribute('src')
    else if (this.dom.getAttribute('src') !== address) this.dom.src = address
    this.dom.alt = alt
    this.dom.title = title ?? ''
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.show()
    return true
  }

  destroy(): void {
    this.#views.delete(this)
  }
}

/** An item of a list, with a check box if it is a task. */
class ItemView implements NodeView {
  readonly dom = document.createElement('li')
  readonly contentDOM = document.createElement('div')
  readonly #box = document.createElement('input')
  readonly #view: EditorView
  readonly #getPosition: () => number | undefined

  constructor(node: Node, view: EditorView, getPosition: () => number | undefined) {
    this.#view = view
    this.#getPosition = getPosition
    this.#box.type = 'checkbox'
    this.#box.contentEditable = 'false'
    this.#box.setAttribute('aria-label', 'Done')
    this.#box.addEventListener('change', () => this.#toggle())
    this.dom.append(this.contentDOM)
    this.update(node)
  }

  #toggle(): void {
    const position = this.#getPosition()
    if (position === undefined) return
    tickTask(position)(this.#view.state, this.#view.dispatch)
    this.#view.focus()
  }

  update(node: Node): boolean {
    const { checked } = node.attrs
    if (node.type.name !== 'item') return false
    this.#box.checked = checked === true
    this.dom.toggleAttribute('data-task', checked !== null)
    if (checked === null) this.#box.remove()
    else if (!this.#box.isConnected) this.dom.prepend(this.#box)
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#box
  }

  ignoreMutation(mutation: { target: unknown; type: string }): boolean {
    return mutation.type !== 'selection' && mutation.target === this.dom
  }
}

/** Makes the views of pictures and items, and a function that shows pictures whose address has become known. */
export function makeNodeViews(findAddress: FindAddress) {
  const pictures = new Set<PictureView>()
  return {
    nodeViews: {
      image: (node: Node) => new PictureView(node, findAddress, pictures),
      item: (node: Node, view: EditorView, getPosition: () => number | undefined) =>
        new ItemView(node, view, getPosition),
    },
    refreshPictures: () => {
      for (const picture of pictures) picture.show()
    },
  }
}
