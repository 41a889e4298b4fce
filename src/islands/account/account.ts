import { part } from '../dom/part.ts'
import './account-section.ts'
import './alerts-section.ts'
import './keys-section.ts'
import './new-key.ts'
import './usage-section.ts'
import { sessionNote } from './session-note.ts'
import { focusSignIn, hideSignIn, showSignIn, startSignIn } from './sign-in-panel.ts'
import { leave, onSignedOut, open, panel } from './signed-in.ts'

startSignIn(async () => {
  sessionNote.write()
  if (await openAccount()) part<HTMLElement>(panel, '#account-who').focus()
})
onSignedOut((reason) => {
  const wasShown = sessionNote.read()
  sessionNote.remove()
  showSignIn(reason)
  if (wasShown || reason) focusSignIn()
})

async function openAccount(): Promise<boolean> {
  hideSignIn()
  return open()
}

function start(): void {
  if (sessionNote.read()) void openAccount()
  else leave(null)
}

start()
// The browser kept the page as it was, and who is signed in may have changed.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) start()
})
sessionNote.onChange(start)
