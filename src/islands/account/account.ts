import { part } from '../screener/draw-row.ts'
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
  sessionNote.remove()
  signInPanel.show(reason)
  signInPanel.focus()
})

async function openAccount(): Promise<boolean> {
  signInPanel.hide()
  return accountPanel.open()
}

if (sessionNote.read()) void openAccount()
else signInPanel.show(null)
