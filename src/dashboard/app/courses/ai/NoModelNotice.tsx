import { Notice } from '../../ui/Notice.tsx'

/** Says that the built-in writer has made the blocks, and how to get a language model. */
export const NoModelNotice = () => (
  <Notice title="These blocks are examples">
    This service has no language model, so its built-in writer made the blocks. To have a model write them, set{' '}
    <code>OPENAI_API_KEY</code> and <code>OPENAI_MODEL</code> and start the service again.
  </Notice>
)
