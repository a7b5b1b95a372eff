import { useState } from 'react'

/** A sentence for readers of the screen about what has just happened, where the eye sees it by itself. */
export function useNews() {
  const [text, setText] = useState('')
  return {
    say: setText,
    region: (
      <p className="visually-hidden" role="status">
        {text}
      </p>
    ),
  }
}
