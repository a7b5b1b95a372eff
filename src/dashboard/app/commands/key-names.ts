const isMac = /^(?:Mac|iP)/.test(globalThis.navigator?.platform ?? '')

const names: Readonly<Record<string, string>> = isMac ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃' } : { Mod: 'Ctrl' }

/** Returns the names of keys that are pressed together, as on this keyboard: `Ctrl` and `B` for `Mod-b`. */
export const getKeyNames = (keys: string): string[] =>
  keys.split('-').map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key.replace('Arrow', '')))
