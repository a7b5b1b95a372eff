import { useState } from 'react'

const storageKey = 'check-spelling'

function store(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(storageKey, 'on')
    else localStorage.removeItem(storageKey)
  } catch {
    // Without space in the browser's storage, the setting is lost when the user leaves the page.
  }
}

/**
 * Returns whether the checks look for misspelt words, and a function that changes this setting. The browser stores the
 * setting.
 */
export function useSpellCheckSetting() {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== null)
  function change(next: boolean): void {
    store(next)
    setOn(next)
  }
  return [isOn, change] as const
}
