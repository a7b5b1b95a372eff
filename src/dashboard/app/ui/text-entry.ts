const textlessInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Returns whether letters that are typed go into this element as text. */
export function isTextEntry(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !textlessInputs.has(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLElement && target.isContentEditable
}
