import { useState } from 'react'

/** Returns an ARIA live region, and a function that makes screen readers announce a message. */
export function useLiveRegion() {
  const [text, setText] = useState('')
  return {
    announce: setText,
    region: (
      <p className="visually-hidden" role="status">
        {text}
      </p>
    ),
  }
}
