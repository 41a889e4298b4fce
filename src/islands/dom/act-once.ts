/**
 * Does what a button is for, and nothing when it is pressed meanwhile. The button is not disabled: that would take the focus away
 * from a reader with a keyboard.
 */
export async function actOnce(button: Element, act: () => unknown): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  try {
    await act()
  } finally {
    button.ariaDisabled = null
  }
}
