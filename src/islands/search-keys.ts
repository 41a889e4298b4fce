type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** True for `/` outside of a text field, and for Ctrl+K or Command+K anywhere. */
export function opensSearch(keys: Keys, isTyping: boolean): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = keys
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !isTyping
}
