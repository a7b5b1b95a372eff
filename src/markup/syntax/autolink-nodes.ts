import type { Link } from 'mdast'
import type { CompileContext, Extension, Token } from 'mdast-util-from-markdown'

const enter = (prefix: string) =>
  function (this: CompileContext, token: Token) {
    const text = this.sliceSerialize(token)
    const link: Link = { type: 'link', title: null, url: prefix + text, children: [] }
    this.enter(link, token)
    this.enter({ type: 'text', value: text }, token)
    this.exit(token)
  }

function exit(this: CompileContext, token: Token) {
  this.exit(token)
}

/** Makes links of the addresses without markup that `linearAutolinks` finds. */
export const autolinksFromMarkdown: Extension = {
  enter: {
    literalAutolinkEmail: enter('mailto:'),
    literalAutolinkHttp: enter(''),
    literalAutolinkWww: enter('http://'),
  },
  exit: { literalAutolinkEmail: exit, literalAutolinkHttp: exit, literalAutolinkWww: exit },
}
