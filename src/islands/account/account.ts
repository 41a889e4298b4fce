import { part } from '../dom/part.ts'
import { startAccount } from './account-panel.ts'
import { requestsBy } from './requests.ts'
import { sessionNote } from './session-note.ts'
import { startSignIn } from './sign-in-panel.ts'

const root = part<HTMLElement>(document, '#account')
const send = requestsBy(fetch)

const signInPanel = startSignIn(root, send, async () => {
  sessionNote.write()
  if (await openAccount()) accountPanel.focus()
})
const accountPanel = startAccount(root, send, (reason) => {
  const wasShown = sessionNote.read()
  sessionNote.remove()
  signInPanel.show(reason)
  if (wasShown || reason) signInPanel.focus()
})

async function openAccount(): Promise<boolean> {
  signInPanel.hide()
  return accountPanel.open()
}

function start(): void {
  if (sessionNote.read()) void openAccount()
  else accountPanel.leave()
}

start()
// The browser kept the page as it was, and who is signed in may have changed.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) start()
})
sessionNote.onChange(start)
